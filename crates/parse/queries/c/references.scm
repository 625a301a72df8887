; What a C file uses.
(call_expression function: [
  (identifier) @reference.call
  (field_expression field: (field_identifier) @reference.call)])
(type_identifier) @reference.type

(preproc_include path: (_) @import.path) @import
