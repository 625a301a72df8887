; symbols of csharp
