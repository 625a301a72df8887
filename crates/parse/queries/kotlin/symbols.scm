; symbols of kotlin
