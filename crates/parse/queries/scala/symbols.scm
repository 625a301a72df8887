; symbols of scala
