; symbols of python
