; references of haskell
