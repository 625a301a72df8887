; symbols of zig
