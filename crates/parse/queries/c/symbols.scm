; What a C file defines. Kept narrow: a kernel has tens of millions of lines.
(function_definition declarator: [
  (function_declarator declarator: [
    (identifier) @name
    (parenthesized_declarator (identifier) @name)])
  (pointer_declarator declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])]) @definition.function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))])]
  ";" @body) @definition.declaration
; SYSCALL_DEFINE1(nice, int, increment) { ... } has no semicolon between head and body.
(expression_statement
  (call_expression function: (identifier) @_macro arguments: (argument_list . (identifier) @name))
  (MISSING ";")
  (#match? @_macro "^[A-Z0-9_]*DEFINE[A-Z0-9_]*$")) @definition.function

; typedef struct [tag] { ... } name;
(type_definition type: (struct_specifier name: (_) @name body: (_) @body)) @definition.struct
(type_definition type: (union_specifier name: (_) @name body: (_) @body)) @definition.struct
(type_definition type: (enum_specifier name: (_) @name body: (_) @body)) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition
  type: [
    (struct_specifier name: (_) @_tag body: (_))
    (union_specifier name: (_) @_tag body: (_))
    (enum_specifier name: (_) @_tag body: (_))]
  declarator: (type_identifier) @name @definition.type
  (#not-eq? @name @_tag))
(type_definition
  type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body)
    (type_identifier) (primitive_type) (sized_type_specifier)]
  declarator: [(type_identifier) (primitive_type)] @name) @definition.type
(type_definition declarator: [
  (pointer_declarator declarator: (type_identifier) @name)
  (array_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: [
    (type_identifier) @name
    (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])]
  ";" @body) @definition.type

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.field
(field_declaration declarator: [
  (field_identifier) @name
  (pointer_declarator declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)])
  (array_declarator declarator: [
    (field_identifier) @name
    (array_declarator declarator: (field_identifier) @name)])
  (function_declarator declarator: (parenthesized_declarator
    (pointer_declarator declarator: (field_identifier) @name)))]) @definition.field

; Globals with a value; those of functions are dropped later.
(declaration (type_qualifier ["const" "constexpr"]) declarator: (init_declarator declarator: [
  (identifier) @name
  (array_declarator declarator: (identifier) @name)])) @definition.constant
(declaration declarator: (init_declarator declarator: [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: (identifier) @name)])
  (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))])) @definition.variable

(preproc_function_def name: (identifier) @name value: (_) @body) @definition.macro
(preproc_function_def name: (identifier) @name !value) @definition.macro
(preproc_def name: (identifier) @name value: (_)) @definition.constant
; A flag, but not the guard of a header.
(preproc_def name: (identifier) @name !value
  (#not-match? @name "_(H|HH|HPP|HXX)_*$")) @definition.constant

(comment) @leading
