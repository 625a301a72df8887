; references of toml
