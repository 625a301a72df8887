; symbols of fortran
