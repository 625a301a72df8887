; references of dtd
