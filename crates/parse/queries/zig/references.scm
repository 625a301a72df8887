; What a Zig file uses.
(call_expression function: [
  (identifier) @reference.call
  (field_expression member: (identifier) @reference.call)])
(struct_initializer . [
  (identifier) @reference.call
  (field_expression member: (identifier) @reference.call)])
(parameter type: [
  (identifier) @reference.type
  (field_expression member: (identifier) @reference.type)])
(container_field type: [
  (identifier) @reference.type
  (field_expression member: (identifier) @reference.type)])
(function_declaration type: [
  (identifier) @reference.type
  (field_expression member: (identifier) @reference.type)])
(variable_declaration type: [
  (identifier) @reference.type
  (field_expression member: (identifier) @reference.type)])
(pointer_type (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(slice_type (identifier) @reference.type)
(error_union_type ok: (identifier) @reference.type)
(error_union_type error: (identifier) @reference.type)

((builtin_function (builtin_identifier) @_import (arguments . (string) @import.path)) @import
  (#any-of? @_import "@import" "@cInclude" "@embedFile"))
