; references of yaml
