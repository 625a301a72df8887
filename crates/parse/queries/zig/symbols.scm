; What a Zig file defines.
(variable_declaration "const" . (identifier) @name (struct_declaration)) @definition.struct
(variable_declaration "const" . (identifier) @name (union_declaration)) @definition.struct
(variable_declaration "const" . (identifier) @name (opaque_declaration)) @definition.struct
(variable_declaration "const" . (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration "const" . (identifier) @name (error_set_declaration)) @definition.enum
(container_field name: (identifier) @name) @definition.field
(error_set_declaration (identifier) @name @definition.field)
(function_declaration name: (identifier) @name body: (_)) @definition.function
(function_declaration name: (identifier) @name !body) @definition.declaration
(test_declaration . (string (string_content) @name) (block) @body) @definition.function
(test_declaration . (identifier) @name (block) @body) @definition.function

(source_file (variable_declaration "const" . (identifier) @name) @definition.constant)
(source_file (variable_declaration "var" . (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration "var" . (identifier) @name) @definition.variable)
(union_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(enum_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)
(opaque_declaration (variable_declaration "const" . (identifier) @name) @definition.constant)

; `//!` describes the file.
((comment) @leading (#not-match? @leading "^//!"))
