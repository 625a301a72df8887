; references of r
