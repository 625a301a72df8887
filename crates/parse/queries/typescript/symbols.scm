; What a TypeScript file defines: as in JavaScript, whose query does not fit because nodes differ, and types.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: (_) @name @definition.field)
(enum_assignment name: (_) @name) @definition.field
(internal_module name: (_) @name) @definition.module
(module name: (_) @name) @definition.module
(function_signature name: (_) @name) @definition.declaration
(method_signature name: (_) @name) @definition.declaration
(abstract_method_signature name: (_) @name) @definition.declaration
(interface_body (property_signature name: (_) @name) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))
(method_definition name: (_) @name) @definition.method
(public_field_definition name: (_) @name
  value: [(arrow_function) @holder (function_expression) @holder]) @definition.method
(public_field_definition name: (_) @name) @definition.field

(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field

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

(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.declaration)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.declaration)
(internal_module body: (statement_block (export_statement
  (lexical_declaration "const" . (variable_declarator name: (identifier) @name) .) @definition.constant)))

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
