; symbols of r
