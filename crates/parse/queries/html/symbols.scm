; symbols of html
