; What an OCaml interface uses.
(module_binding module_type: (module_type_path (module_type_name) @reference.implements))
(type_constructor_path (type_constructor) @reference.type)
(module_type_path (module_type_name) @reference.type)

(open_module_signature module: (_) @import.path) @import
(include_module_type module_type: (module_type_path) @import.path) @import
(include_module_type module_type: (module_type_constraint module_type: (module_type_path) @import.path)) @import
