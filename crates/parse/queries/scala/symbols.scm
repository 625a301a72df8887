; What a Scala file defines.
(package_clause name: (_) @name body: (_)) @definition.module
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.trait
(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.field
(full_enum_case name: (_) @name) @definition.field
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.implementation
(given_definition !name return_type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (type_identifier) @name)
  (generic_type type: (stable_type_identifier (type_identifier) @name))]) @definition.implementation
(extension_definition parameters: (parameters . (parameter type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (stable_type_identifier (type_identifier) @name)])) . (_) @body) @definition.implementation

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.declaration
(class_parameter ["val" "var"] name: (_) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @definition.field))
(val_declaration name: (_) @name) @definition.field
(var_declaration name: (_) @name) @definition.field
(object_definition body: (template_body (val_definition pattern: (identifier) @name) @definition.constant))
(object_definition body: (template_body (var_definition pattern: (identifier) @name) @definition.variable))
(package_object body: (template_body (val_definition pattern: (identifier) @name) @definition.constant))
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)

[(comment) (block_comment)] @leading
