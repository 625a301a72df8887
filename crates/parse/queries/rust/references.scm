; What a Rust file uses.
(call_expression function: [
  (identifier) @reference.call
  (scoped_identifier name: (identifier) @reference.call)
  (field_expression field: (field_identifier) @reference.call)
  (generic_function function: [
    (identifier) @reference.call
    (scoped_identifier name: (identifier) @reference.call)
    (field_expression field: (field_identifier) @reference.call)])])
(macro_invocation macro: [
  (identifier) @reference.call
  (scoped_identifier name: (identifier) @reference.call)])
(struct_expression name: [
  (type_identifier) @reference.call
  (scoped_type_identifier name: (type_identifier) @reference.call)])
(impl_item trait: [
  (type_identifier) @reference.implements
  (generic_type type: (type_identifier) @reference.implements)
  (scoped_type_identifier name: (type_identifier) @reference.implements)])
(type_identifier) @reference.type

(use_declaration argument: (_) @import.path) @import
(extern_crate_declaration name: (_) @import.path) @import
(mod_item name: (_) @import.path !body) @import
