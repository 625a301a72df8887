; symbols of typescript
