; symbols of groovy
