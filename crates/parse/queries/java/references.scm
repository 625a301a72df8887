; references of java
