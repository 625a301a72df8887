; symbols of protobuf
