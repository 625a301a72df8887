; references of fortran
