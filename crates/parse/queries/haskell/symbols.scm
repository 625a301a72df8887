; symbols of haskell
