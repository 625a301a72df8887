; symbols of xml
