; What a Solidity file uses.
(call_expression function: (expression [
  (identifier) @reference.call
  (member_expression property: (identifier) @reference.call)
  (new_expression name: (type_name (user_defined_type (identifier) @reference.call .)))]))
(emit_statement name: (expression [
  (identifier) @reference.call
  (member_expression property: (identifier) @reference.call)]))
(revert_statement error: (expression [
  (identifier) @reference.call
  (member_expression property: (identifier) @reference.call)]))
(modifier_invocation (identifier) @reference.call)
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.implements .))
(user_defined_type (identifier) @reference.type .)
(using_directive (type_alias (identifier) @reference.type))

(import_directive import_name: (identifier) @import.name source: (string) @import.path) @import
(import_directive source: (string) @import.path) @import
