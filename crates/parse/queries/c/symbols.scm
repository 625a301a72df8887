; symbols of c
