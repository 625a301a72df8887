; What an OCaml file defines. Only values of modules: what `let ... in` binds is local.
(compilation_unit (value_definition . (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_) @body) .) @definition.function)
(compilation_unit (value_definition . (let_binding pattern: (value_name) @name body: [(function_expression) (fun_expression)] @body) .) @definition.function)
(compilation_unit (value_definition . (let_binding pattern: (value_name) @name) .) @definition.constant)
(structure (value_definition . (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_) @body) .) @definition.function)
(structure (value_definition . (let_binding pattern: (value_name) @name body: [(function_expression) (fun_expression)] @body) .) @definition.function)
(structure (value_definition . (let_binding pattern: (value_name) @name) .) @definition.constant)

; let ... and ...: each binding by itself, the comment before all belongs to the first.
(compilation_unit (comment) @doc . (value_definition . (let_binding pattern: (value_name) @name body: (_) @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: (value_name) @name body: (_) @body) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name body: (_) @body) @definition.function))

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

(module_definition . (module_binding . (module_name) @name body: (structure) @body) .) @definition.module
(module_definition . (module_binding . (module_name) @name) .) @definition.module
(module_definition (module_binding . (module_name) @name) @definition.module)
(module_type_definition (module_type_name) @name body: (signature) @body) @definition.interface
(module_type_definition (module_type_name) @name) @definition.interface
(value_specification . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.declaration
(external . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.declaration
(class_definition . (class_binding (class_name) @name body: (_) @body) .) @definition.class
(class_definition (class_binding (class_name) @name body: (_) @body) @definition.class)
(class_type_definition (class_type_binding (class_type_name) @name body: (_) @body)) @definition.interface
(method_definition (method_name) @name body: (_)) @definition.function
(method_definition (method_name) @name !body) @definition.declaration
(method_specification (method_name) @name) @definition.declaration
(instance_variable_definition (instance_variable_name) @name) @definition.field

(comment) @leading
