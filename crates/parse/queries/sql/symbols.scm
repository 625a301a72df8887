; symbols of sql
