; What an OCaml interface defines.
(type_definition . (type_binding name: (_) @name body: (variant_declaration)) .) @definition.enum
(type_definition . (type_binding name: (_) @name body: (record_declaration)) .) @definition.struct
(type_definition . (type_binding name: (_) @name) .) @definition.type
((comment) @doc . (type_definition . (type_binding name: (_) @name body: (variant_declaration)) @definition.enum))
((comment) @doc . (type_definition . (type_binding name: (_) @name body: (record_declaration)) @definition.struct))
(type_definition (type_binding name: (_) @name body: (variant_declaration)) @definition.enum)
(type_definition (type_binding name: (_) @name body: (record_declaration)) @definition.struct)
(type_definition (type_binding name: (_) @name) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(constructor_declaration (constructor_name) @name) @definition.field
(field_declaration (field_name) @name) @definition.field

(module_definition . (module_binding . (module_name) @name module_type: (signature) @body) .) @definition.module
(module_definition (module_binding . (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.interface
(module_type_definition (module_type_name) @name) @definition.interface
(value_specification . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.declaration
(external . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.declaration
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_specification (method_name) @name) @definition.declaration
(instance_variable_specification (instance_variable_name) @name) @definition.field

(comment) @leading
