; references of typescript
