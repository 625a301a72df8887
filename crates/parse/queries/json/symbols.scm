; symbols of json
