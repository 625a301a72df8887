; symbols of yaml
