; references of nix
