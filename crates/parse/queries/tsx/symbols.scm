; symbols of tsx
