; What a Pascal file uses.
(exprCall entity: [
  (identifier) @reference.call
  (exprDot rhs: (identifier) @reference.call)])
(statement (identifier) @reference.call)
(statement (exprDot rhs: (identifier) @reference.call))
(inherited (identifier) @reference.call)
(declClass parent: (typeref (identifier) @reference.implements))
(declIntf parent: (typeref (identifier) @reference.implements))
(typeref (identifier) @reference.type)
(typerefTpl entity: (identifier) @reference.type)
(typerefArgs (identifier) @reference.type)

(declUses (moduleName) @import.path) @import
