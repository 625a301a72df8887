; What a Haskell file defines.
(data_type name: (name) @name constructors: (data_constructors . (data_constructor) .) @body) @definition.struct
(data_type name: (name) @name constructors: (_) @body) @definition.enum
(data_type name: (name) @name) @definition.enum
(newtype name: (name) @name) @definition.struct
(type_synonym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(data_family name: (name) @name) @definition.type
(class name: (name) @name "where" @body) @definition.class
(class name: (name) @name) @definition.class

; An instance is named after its class and its type.
(instance name: [(name) @name (qualified id: (_) @name)] patterns: (type_patterns . [
  (name) @name
  (parens type: (name) @name)
  (parens type: (apply constructor: (name) @name))
  (parens type: (apply constructor: (apply constructor: (name) @name)))]) "where" @body) @definition.implementation
(instance name: [(name) @name (qualified id: (_) @name)] "where" @body) @definition.implementation
(instance name: [(name) @name (qualified id: (_) @name)] patterns: (type_patterns . [
  (name) @name
  (parens type: (name) @name)
  (parens type: (apply constructor: (name) @name))
  (parens type: (apply constructor: (apply constructor: (name) @name)))])) @definition.implementation
(instance name: [(name) @name (qualified id: (_) @name)]) @definition.implementation
(deriving_instance name: [(name) @name (qualified id: (_) @name)] patterns: (type_patterns . [
  (name) @name
  (parens type: (apply constructor: (name) @name))])) @definition.implementation

(data_constructor constructor: (record name: (constructor) @name)) @definition.field
(data_constructor constructor: (prefix name: (constructor) @name)) @definition.field
(data_constructor constructor: (infix operator: (_) @name)) @definition.field
(gadt_constructor name: (constructor) @name) @definition.field
(newtype_constructor name: (constructor) @name) @definition.field
(field name: (field_name (variable) @name)) @definition.field
(pattern_synonym (equation synonym: (apply function: (constructor) @name))) @definition.macro
(foreign_import signature: (signature name: (variable) @name)) @definition.declaration

; Only what stands at the top, in a class or in an instance; `where` and `let` bindings are local.
(declarations (signature name: [(variable) @name (prefix_id (_) @name)]) @definition.declaration)
(declarations (signature names: (binding_list name: (variable) @name)) @definition.declaration)
(class_declarations (signature name: [(variable) @name (prefix_id (_) @name)]) @definition.declaration)
(class_declarations (signature names: (binding_list name: (variable) @name)) @definition.declaration)
(declarations (function name: [(variable) @name (prefix_id (_) @name)] match: (_) @body) @definition.function)
(declarations (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body) @definition.function)
(declarations (bind name: [(variable) @name (prefix_id (_) @name)] match: (_) @body) @definition.function)
(class_declarations (function name: (variable) @name match: (_) @body) @definition.function)
(class_declarations (bind name: (variable) @name match: (_) @body) @definition.function)
(instance_declarations (function name: (variable) @name match: (_) @body) @definition.function)
(instance_declarations (bind name: (variable) @name match: (_) @body) @definition.function)

[(comment) (haddock) (pragma)] @leading
