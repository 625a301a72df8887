; references of make
