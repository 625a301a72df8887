; symbols of nix
