; symbols of javascript
