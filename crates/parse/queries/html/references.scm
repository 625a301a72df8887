; references of html
