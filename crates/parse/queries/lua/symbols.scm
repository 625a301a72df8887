; symbols of lua
