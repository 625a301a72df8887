; What a Rust file defines.
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.declaration
(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name) @definition.struct
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (_) @name) @definition.field
(field_declaration name: (_) @name) @definition.field
(trait_item name: (_) @name) @definition.trait
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
(const_item name: (_) @name) @definition.constant
(static_item name: (_) @name) @definition.constant
(mod_item name: (_) @name body: (_)) @definition.module
(mod_item name: (_) @name !body) @definition.declaration
(macro_definition name: (_) @name) @definition.macro
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (generic_type type: (scoped_type_identifier name: (_) @name))
  (scoped_type_identifier name: (_) @name)
  (reference_type type: (type_identifier) @name)
  (primitive_type) @name
]) @definition.implementation

[(line_comment) (block_comment) (attribute_item)] @leading
