; symbols of powershell
