; references of dart
