; What a Go file uses.
(call_expression function: [
  (identifier) @reference.call
  (selector_expression field: (field_identifier) @reference.call)
  (index_expression operand: (identifier) @reference.call)
  (type_instantiation_expression type: (type_identifier) @reference.call)])
(composite_literal type: [
  (type_identifier) @reference.call
  (qualified_type name: (type_identifier) @reference.call)
  (generic_type type: (type_identifier) @reference.call)])
(field_declaration !name type: [
  (type_identifier) @reference.implements
  (qualified_type name: (type_identifier) @reference.implements)])
(type_identifier) @reference.type

(import_spec path: (_) @import.path) @import
(import_spec name: (_) @import.alias path: (_) @import.path) @import
