; What an Erlang file defines.
(module_attribute name: (_) @name) @definition.module
(fun_decl clause: (function_clause name: (_) @name body: (clause_body) @body)) @definition.function
(record_decl name: (_) @name) @definition.struct
(record_decl fields: (record_field name: (_) @name) @definition.field)
(type_alias name: (type_name name: (_) @name)) @definition.type
(opaque name: (type_name name: (_) @name)) @definition.type
(callback fun: (_) @name) @definition.declaration
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro

; A -spec belongs to its function as the comment above it does.
[(comment) (spec)] @leading
