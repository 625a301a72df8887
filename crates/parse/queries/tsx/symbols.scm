; inherits: typescript
; What a TSX file defines: the same as a TypeScript file.
