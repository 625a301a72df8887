; references of json
