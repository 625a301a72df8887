; symbols of objc
