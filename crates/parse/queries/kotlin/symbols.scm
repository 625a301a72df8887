; What a Kotlin file defines.
(class_declaration name: (identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration "interface" name: (identifier) @name (class_body) @body) @definition.interface
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration "class" name: (identifier) @name (class_body) @body) @definition.class
(class_declaration "class" name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name (class_body) @body) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name (class_body) @body) @definition.class
(enum_entry (identifier) @name (class_body) @body) @definition.field
(enum_entry (identifier) @name) @definition.field
(type_alias type: (identifier) @name) @definition.type

; An extension function is named after the type that it extends.
(function_declaration (user_type . (identifier) @scope) . "." . name: (identifier) @name (function_body) @body) @definition.function
(function_declaration name: (identifier) @name (function_body) @body) @definition.function
(function_declaration name: (identifier) @name) @definition.declaration
(secondary_constructor "constructor" @name (block) @body) @definition.function
(secondary_constructor "constructor" @name) @definition.function

(class_parameter ["val" "var"] . (identifier) @name) @definition.field
(class_body (property_declaration (variable_declaration . (identifier) @name) (getter) @body) @definition.field)
(class_body (property_declaration (modifiers (annotation)) (variable_declaration . (identifier) @name) . "=" @body) @definition.field)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.field)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.field)
(source_file (property_declaration (user_type . (identifier) @scope) . "." . (variable_declaration . (identifier) @name) (getter) @body) @definition.field)
(source_file (property_declaration (modifiers (annotation)) "val" (variable_declaration . (identifier) @name) . "=" @body) @definition.constant)
(source_file (property_declaration "var" (variable_declaration . (identifier) @name)) @definition.variable)
(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.constant)

[(line_comment) (block_comment)] @leading
