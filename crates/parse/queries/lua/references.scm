; references of lua
