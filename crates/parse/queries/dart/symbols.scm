; What a Dart file defines.
(class_declaration name: (identifier) @name) @definition.class
(mixin_declaration name: (identifier) @name) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(enum_entry name: (identifier) @name) @definition.field
(extension_declaration name: (identifier) @name) @definition.implementation
(extension_declaration !name class: (type . (type_identifier) @name)) @definition.implementation
(extension_type_declaration name: (extension_type_name . (identifier) @name)) @definition.class
(type_alias . (type_identifier) @name) @definition.type

(method_declaration signature: (method_signature [
  (function_signature name: (identifier) @name)
  (operator_signature operator: (_) @name)
  (constructor_signature . name: (identifier) @name . parameters: (_))
  (constructor_signature name: (identifier) . name: (identifier) @name)
  (factory_constructor_signature . name: (identifier) @name . parameters: (_))
  (factory_constructor_signature name: (identifier) . name: (identifier) @name)])) @definition.function
(method_declaration signature: (method_signature [
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)])) @definition.field
(declaration [
  (constructor_signature . name: (identifier) @name . parameters: (_))
  (constructor_signature name: (identifier) . name: (identifier) @name)
  (constant_constructor_signature . name: (identifier) @name . parameters: (_))
  (constant_constructor_signature name: (identifier) . name: (identifier) @name)]) @definition.function
(declaration (function_signature name: (identifier) @name)) @definition.declaration
(declaration (getter_signature name: (identifier) @name)) @definition.declaration
(declaration (setter_signature name: (identifier) @name)) @definition.declaration
(declaration (operator_signature operator: (_) @name)) @definition.declaration
(declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.field

(function_declaration signature: (function_signature name: (identifier) @name)) @definition.function
(local_function_declaration (function_signature name: (identifier) @name) (function_body) @body) @definition.function
(getter_declaration signature: (getter_signature name: (identifier) @name)) @definition.function
(setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
(top_level_variable_declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.constant
(top_level_variable_declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.variable

[(comment) (documentation_comment)] @leading
