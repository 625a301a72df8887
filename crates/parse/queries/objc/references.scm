; references of objc
