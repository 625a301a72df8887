; What a Gleam file defines.
(function name: (identifier) @name body: (_)) @definition.function
(function name: (identifier) @name !body) @definition.declaration
(type_definition (type_name name: (type_identifier) @name) . "{" @body (data_constructors . (data_constructor) .)) @definition.struct
(type_definition (type_name name: (type_identifier) @name) . "{" @body) @definition.enum
(type_definition (type_name name: (type_identifier) @name)) @definition.type
(data_constructor name: (constructor_name) @name) @definition.field
(data_constructor_argument label: (label) @name) @definition.field
(type_alias (type_name name: (type_identifier) @name)) @definition.type
(constant name: (identifier) @name) @definition.constant

[(comment) (statement_comment) (attribute)] @leading
