; references of markdown
