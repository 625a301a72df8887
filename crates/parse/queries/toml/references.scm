; What a TOML file uses: nothing that is named elsewhere.
