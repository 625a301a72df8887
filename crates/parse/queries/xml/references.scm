; references of xml
