; references of go
