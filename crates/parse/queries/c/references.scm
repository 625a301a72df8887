; references of c
