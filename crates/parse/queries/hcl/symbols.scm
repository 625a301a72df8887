; symbols of hcl
