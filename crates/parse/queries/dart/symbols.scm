; symbols of dart
