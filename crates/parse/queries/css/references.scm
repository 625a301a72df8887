; references of css
