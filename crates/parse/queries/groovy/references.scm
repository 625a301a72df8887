; references of groovy
