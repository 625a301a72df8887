; What a Python file defines. The signature ends at the colon, before a comment that may follow it.
(function_definition name: (identifier) @name ":" @body
  body: (block . (expression_statement . (string) @doc))) @definition.function
(function_definition name: (identifier) @name ":" @body) @definition.function
(class_definition name: (identifier) @name ":" @body
  body: (block . (expression_statement . (string) @doc))) @definition.class
(class_definition name: (identifier) @name ":" @body) @definition.class
(type_alias_statement left: (type [
  (identifier) @name
  (generic_type . (identifier) @name)])) @definition.type

; Class attributes, enum members and dataclass fields.
(class_definition body: (block (expression_statement
  (assignment left: (identifier) @name) @definition.field)))

; NAMES_IN_CAPITALS are constants, every other name of the module is a variable.
(module (expression_statement (assignment left: (identifier) @name) @definition.constant
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")))
(module (expression_statement (assignment left: (identifier) @name) @definition.variable))

(comment) @leading
