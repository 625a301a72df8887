; What a Julia file uses.
(call_expression . [
  (identifier) @reference.call
  (field_expression (identifier) @reference.call .)
  (parametrized_type_expression . (identifier) @reference.call)])
(broadcast_call_expression . [
  (identifier) @reference.call
  (field_expression (identifier) @reference.call .)])
(macrocall_expression . (macro_identifier (identifier) @reference.call))
(type_head (binary_expression (operator) . (identifier) @reference.implements))
(type_head (binary_expression (operator) . (parametrized_type_expression . (identifier) @reference.implements)))
(typed_expression (_) . (identifier) @reference.type)
(parametrized_type_expression . (identifier) @reference.type)
(curly_expression (identifier) @reference.type)

(using_statement [(identifier) (scoped_identifier) (import_path)] @import.path) @import
(import_statement [(identifier) (scoped_identifier) (import_path)] @import.path) @import
(using_statement (selected_import . (_) @import.path (_) @import.name)) @import
(import_statement (selected_import . (_) @import.path (_) @import.name)) @import
((call_expression . (identifier) @_include (argument_list . (string_literal) @import.path)) @import
  (#eq? @_include "include"))
