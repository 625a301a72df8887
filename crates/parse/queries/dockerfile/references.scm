; references of dockerfile
