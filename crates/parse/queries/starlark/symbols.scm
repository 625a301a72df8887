; symbols of starlark
