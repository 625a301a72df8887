; What an OCaml file uses.
(application_expression function: [
  (value_path (value_name) @reference.call)
  (constructor_path (constructor_name) @reference.call)])
(method_invocation method: (method_name) @reference.call)
(module_application functor: (module_path (module_name) @reference.call))
(new_expression (class_path (class_name) @reference.call))
(inheritance_definition class: (class_path (class_name) @reference.implements))
(module_binding module_type: (module_type_path (module_type_name) @reference.implements))
(type_constructor_path (type_constructor) @reference.type)
(module_type_path (module_type_name) @reference.type)

(open_module module: (_) @import.path) @import
(include_module module: (module_path) @import.path) @import
(include_module module: (module_application functor: (module_path) @import.path)) @import
