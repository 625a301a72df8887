; references of zig
