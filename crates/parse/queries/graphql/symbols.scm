; What a GraphQL file defines.
(object_type_definition (description)? @doc (name) @name (fields_definition)? @body) @definition.struct
(interface_type_definition (description)? @doc (name) @name (fields_definition)? @body) @definition.interface
(input_object_type_definition (description)? @doc (name) @name (input_fields_definition)? @body) @definition.struct
(enum_type_definition (description)? @doc (name) @name (enum_values_definition)? @body) @definition.enum
(union_type_definition (description)? @doc (name) @name) @definition.type
(scalar_type_definition (description)? @doc (name) @name) @definition.type
(directive_definition (description)? @doc (name) @name) @definition.macro
(field_definition (description)? @doc (name) @name) @definition.field
(input_fields_definition (input_value_definition (description)? @doc (name) @name) @definition.field)
(enum_value_definition (description)? @doc (enum_value) @name) @definition.field

(object_type_extension (name) @name (fields_definition)? @body) @definition.implementation
(interface_type_extension (name) @name (fields_definition)? @body) @definition.implementation
(input_object_type_extension (name) @name (input_fields_definition)? @body) @definition.implementation
(enum_type_extension (name) @name (enum_values_definition)? @body) @definition.implementation
(union_type_extension (name) @name) @definition.implementation

(operation_definition (operation_type) @block_type (name) @name (selection_set) @body) @definition.function
(fragment_definition (fragment_name) @name (selection_set) @body
  (#set! block_type "fragment")) @definition.block

(comment) @leading
