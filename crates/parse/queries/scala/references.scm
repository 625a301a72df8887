; What a Scala file uses.
(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (identifier) @reference.call)
  (generic_function function: [
    (identifier) @reference.call
    (field_expression field: (identifier) @reference.call)])])
(instance_expression [
  (type_identifier) @reference.call
  (generic_type type: (type_identifier) @reference.call)
  (stable_type_identifier (type_identifier) @reference.call)])
(infix_expression operator: (identifier) @reference.call)
(extends_clause type: [
  (type_identifier) @reference.implements
  (generic_type type: (type_identifier) @reference.implements)
  (stable_type_identifier (type_identifier) @reference.implements)])
(derives_clause type: (type_identifier) @reference.implements)
(type_identifier) @reference.type

; The path runs from its first to its last word.
(import_declaration . (identifier) @import.path (identifier) @import.path .) @import
(import_declaration . (identifier) @import.path (identifier) @import.path . (namespace_wildcard)) @import
(import_declaration . (identifier) @import.path (identifier) @import.path . (namespace_selectors [
  (identifier) @import.name
  (namespace_wildcard)
  (arrow_renamed_identifier name: (identifier) @import.name)
  (as_renamed_identifier name: (identifier) @import.name)])) @import
