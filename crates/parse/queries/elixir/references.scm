; references of elixir
