; symbols of elixir
