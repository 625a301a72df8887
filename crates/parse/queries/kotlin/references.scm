; references of kotlin
