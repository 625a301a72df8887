; symbols of toml
