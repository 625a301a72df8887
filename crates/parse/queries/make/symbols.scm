; symbols of make
