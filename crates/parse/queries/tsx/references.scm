; references of tsx
