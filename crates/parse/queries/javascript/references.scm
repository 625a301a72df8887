; references of javascript
