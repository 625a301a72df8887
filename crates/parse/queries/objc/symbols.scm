; What an Objective-C file defines.
(class_interface . (identifier) @name category: (identifier)) @definition.implementation
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.implementation
(protocol_declaration . (identifier) @name) @definition.interface
(method_definition (method_type) . (identifier) @name (compound_statement) @body) @definition.method
(method_declaration (method_type) . (identifier) @name) @definition.declaration
(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)]))) @definition.field
(instance_variable (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)]))) @definition.field

(function_definition declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))]) @definition.function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))]) @definition.declaration
(declaration declarator: (init_declarator declarator: (pointer_declarator (type_qualifier) declarator: (identifier) @name))) @definition.constant
(declaration (type_qualifier) declarator: (init_declarator declarator: (identifier) @name)) @definition.constant
(declaration declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (init_declarator declarator: (identifier) @name)
  (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))]) @definition.variable
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.field
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: (field_identifier) @name)
  (array_declarator declarator: (field_identifier) @name)]) @definition.field
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(comment) @leading
