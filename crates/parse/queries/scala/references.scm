; references of scala
