; symbols of pascal
