; symbols of go
