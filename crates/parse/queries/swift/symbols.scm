; What a Swift file defines.
(class_declaration declaration_kind: "extension" name: (user_type (type_identifier) @name .)) @definition.implementation
(class_declaration declaration_kind: "extension" name: [(array_type) (dictionary_type) (optional_type) (protocol_composition_type)] @name) @definition.implementation
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.field
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; An operator function has an anonymous node as its name.
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.declaration
(init_declaration name: "init" @name body: (_)) @definition.function
(init_declaration name: "init" @name !body) @definition.declaration
(deinit_declaration "deinit" @name) @definition.function
(subscript_declaration "subscript" @name (computed_property) @body) @definition.function
(macro_declaration "macro" . (simple_identifier) @name) @definition.macro
(operator_declaration (custom_operator) @name) @definition.declaration
(precedence_group_declaration . (simple_identifier) @name) @definition.declaration

(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field
(class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (computed_property) @body) @definition.field)
(class_body (property_declaration
  (modifiers (attribute))
  name: (pattern bound_identifier: (simple_identifier) @name)
  "=" @body) @definition.field)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(enum_class_body (property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (computed_property) @body) @definition.field)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(source_file (property_declaration
  (value_binding_pattern mutability: "let")
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

[(comment) (multiline_comment)] @leading
