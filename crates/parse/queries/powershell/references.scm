; references of powershell
