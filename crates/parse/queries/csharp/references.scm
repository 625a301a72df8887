; references of csharp
