; references of starlark
