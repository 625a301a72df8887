; What a Gleam file uses.
(function_call function: [
  (identifier) @reference.call
  (field_access field: (label) @reference.call)])
(record name: (constructor_name) @reference.call)
(record name: (remote_constructor_name (constructor_name) @reference.call))
(type name: (type_identifier) @reference.type)
(type name: (remote_type_identifier (type_identifier) @reference.type))

(import module: (module) @import.path imports: (unqualified_imports (unqualified_import name: (_) @import.name))) @import
(import module: (module) @import.path) @import
