; What a Go file defines.
(function_declaration name: (identifier) @name !body) @definition.declaration
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @scope))
  name: (field_identifier) @name) @definition.method

; In a group each line defines something, otherwise the whole declaration does.
(type_declaration "(" (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @definition.struct)
(type_declaration "(" (type_spec name: (_) @name type: (interface_type "{" @body)) @definition.interface)
(type_declaration "(" (type_spec name: (_) @name) @definition.type)
(type_declaration "(" (type_alias name: (_) @name) @definition.type)
(type_declaration (type_spec name: (_) @name type: (struct_type (field_declaration_list) @body))) @definition.struct
(type_declaration (type_spec name: (_) @name type: (interface_type "{" @body))) @definition.interface
(type_declaration (type_spec name: (_) @name)) @definition.type
(type_declaration (type_alias name: (_) @name)) @definition.type

(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @definition.field)))
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @name
  (qualified_type name: (_) @name)
  (generic_type type: (type_identifier) @name)]) @definition.field)))
(method_elem name: (_) @name) @definition.declaration

(source_file (const_declaration "(" (const_spec (identifier) @name) @definition.constant)
  (#not-eq? @name "_"))
(source_file (const_declaration (const_spec (identifier) @name)) @definition.constant
  (#not-eq? @name "_"))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable))
  (#not-eq? @name "_"))
(source_file (var_declaration (var_spec name: (identifier) @name)) @definition.variable
  (#not-eq? @name "_"))

(comment) @leading
