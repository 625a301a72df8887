; What a Haskell file uses.
(apply function: [
  (variable) @reference.call
  (constructor) @reference.call
  (qualified id: (variable) @reference.call)
  (qualified id: (constructor) @reference.call)])
(infix left_operand: (variable) @reference.call operator: (operator) @_dollar (#any-of? @_dollar "$" "." "<$>" "=<<"))
(infix_id [(variable) @reference.call (qualified id: (variable) @reference.call)])
(instance name: [(name) @reference.implements (qualified id: (name) @reference.implements)])
(deriving classes: (tuple (name) @reference.implements))
(deriving classes: (name) @reference.implements)
(name) @reference.type

(import module: (module) @import.path !names) @import
(import module: (module) @import.path names: (import_list name: (import_name [variable: (variable) @import.name type: (name) @import.name]))) @import
(import module: (module) @import.path names: (import_list)) @import
