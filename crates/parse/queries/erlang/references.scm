; What an Erlang file uses.
(call expr: (atom) @reference.call)
(internal_fun fun: (atom) @reference.call)
(external_fun fun: (atom) @reference.call)
(macro_call_expr name: (_) @reference.call)
(record_expr name: (record_name name: (atom) @reference.type))
(record_update_expr name: (record_name name: (atom) @reference.type))
(record_field_expr name: (record_name name: (atom) @reference.type))
(behaviour_attribute name: (atom) @reference.implements)

(import_attribute module: (atom) @import.path funs: (fa fun: (atom) @import.name)) @import
(pp_include file: (string) @import.path) @import
(pp_include_lib file: (string) @import.path) @import
