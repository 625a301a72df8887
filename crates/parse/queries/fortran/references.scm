; What a Fortran file uses. An array element looks like a call.
(subroutine_call subroutine: [
  (identifier) @reference.call
  (derived_type_member_expression (type_member) @reference.call)])
(call_expression . [
  (identifier) @reference.call
  (derived_type_member_expression (type_member) @reference.call)])
(base_type_specifier (identifier) @reference.implements)
(derived_type name: (type_name) @reference.type)

(use_statement (module_name) @import.path (included_items (identifier) @import.name)) @import
(use_statement (module_name) @import.path) @import
(include_statement path: (filename) @import.path) @import
