; references of hcl
