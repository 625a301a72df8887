; references of cmake
