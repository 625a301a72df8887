; symbols of cmake
