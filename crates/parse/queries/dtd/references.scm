; What a document type uses.
(children (Name) @reference.type)
(Mixed (Name) @reference.type)
(PEReference (Name) @reference.call)

(PEDecl (ExternalID (SystemLiteral (URI) @import.path))) @import
