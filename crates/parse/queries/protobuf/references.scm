; references of protobuf
