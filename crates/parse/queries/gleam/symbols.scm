; symbols of gleam
