; What a document type defines.
(elementdecl . (Name) @name
  (#set! block_type "ELEMENT")) @definition.block
(AttlistDecl . (Name) @name
  (#set! block_type "ATTLIST")) @definition.block
(AttDef . (Name) @name (DefaultDecl) @body) @definition.field
[(GEDecl . (Name) @name) (PEDecl . (Name) @name)] @definition.constant
(NotationDecl . (Name) @name) @definition.constant

(Comment) @leading
