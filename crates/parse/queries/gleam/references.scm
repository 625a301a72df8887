; references of gleam
