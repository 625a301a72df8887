; symbols of java
