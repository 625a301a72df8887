; symbols of css
