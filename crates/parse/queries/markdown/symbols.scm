; symbols of markdown
