; references of python
