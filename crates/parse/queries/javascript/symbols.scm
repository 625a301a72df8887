; What a JavaScript file defines. (TypeScript names several nodes differently and has its own copy.)
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method
(field_definition property: (_) @name
  value: [(arrow_function) @holder (function_expression) @holder]) @definition.method
(field_definition property: (_) @name) @definition.field

; Functions and classes that get their name from the variable they are put into.
(lexical_declaration . (variable_declarator name: (identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder
  (generator_function) @holder]) .) @definition.function
(variable_declaration . (variable_declarator name: (identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder
  (generator_function) @holder]) .) @definition.function
(lexical_declaration . (variable_declarator name: (identifier) @name value: (class) @holder) .) @definition.class
(variable_declaration . (variable_declarator name: (identifier) @name value: (class) @holder) .) @definition.class
(variable_declarator name: (identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder]) @definition.function

; Top-level values; what only holds a required module is an import.
(program (lexical_declaration "const" . (variable_declarator name: (identifier) @name value: (_) @_value) .) @definition.constant
  (#not-match? @_value "^require\\("))
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_) @_value) @definition.constant)
  (#not-match? @_value "^require\\("))
(program (lexical_declaration "let" . (variable_declarator name: (identifier) @name) .) @definition.variable)
(program (lexical_declaration "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration . (variable_declarator name: (identifier) @name value: (_) @_value) .) @definition.variable
  (#not-match? @_value "^require\\("))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_) @_value) @definition.variable)
  (#not-match? @_value "^require\\("))
(program (variable_declaration (variable_declarator name: (identifier) @name !value) @definition.variable))
(export_statement (lexical_declaration "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)
(export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement (lexical_declaration "let" . (variable_declarator name: (identifier) @name) .) @definition.variable)
(export_statement (lexical_declaration "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement (variable_declaration . (variable_declarator name: (identifier) @name) .) @definition.variable)
(export_statement "default" @name value: [
  (function_expression !name) @holder
  (arrow_function) @holder]) @definition.function
(export_statement "default" @name value: (class !name) @holder) @definition.class

; Functions in objects that the file names or exports.
(program (lexical_declaration (variable_declarator value: (object (pair key: (property_identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder]) @definition.method))))
(export_statement (lexical_declaration (variable_declarator value: (object (pair key: (property_identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder]) @definition.method))))
(export_statement value: (object (pair key: (property_identifier) @name value: [
  (arrow_function) @holder
  (function_expression) @holder]) @definition.method))

; Foo.prototype.bar = function
(expression_statement (assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @scope property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (function_expression) @holder
    (arrow_function) @holder
    (generator_function) @holder])
  (#eq? @_prototype "prototype")) @definition.method
; exports.bar = function, module.exports.bar = function
(expression_statement (assignment_expression
  left: (member_expression
    object: [(identifier) @_exports (member_expression property: (property_identifier) @_exports)]
    property: (property_identifier) @name)
  right: [
    (function_expression) @holder
    (arrow_function) @holder
    (generator_function) @holder])
  (#eq? @_exports "exports")) @definition.function
(expression_statement (assignment_expression
  left: (member_expression
    object: [(identifier) @_exports (member_expression property: (property_identifier) @_exports)]
    property: (property_identifier) @name)
  right: (class) @holder)
  (#eq? @_exports "exports")) @definition.class
; Foo.bar = function, not inside of functions
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: [
    (function_expression) @holder
    (arrow_function) @holder
    (generator_function) @holder])) @definition.method)

[(comment) (decorator)] @leading
