; symbols of dtd
