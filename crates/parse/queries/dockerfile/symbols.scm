; symbols of dockerfile
