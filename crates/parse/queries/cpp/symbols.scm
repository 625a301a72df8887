; inherits: c
; What a C++ file defines beyond what a C file can.
(namespace_definition name: (_) @name) @definition.module
(class_specifier name: [
  (type_identifier) @name
  (template_type name: (_) @name)
  (qualified_identifier name: (type_identifier) @name)] body: (_)) @definition.class
(struct_specifier name: [
  (template_type name: (_) @name)
  (qualified_identifier name: (type_identifier) @name)] body: (_)) @definition.struct
(alias_declaration name: (_) @name) @definition.type
(concept_definition name: (_) @name) @definition.trait

; Foo::Foo(int x) : x(x) {}
(function_definition
  declarator: (function_declarator declarator: [
    (identifier) @name
    (qualified_identifier scope: (_) @scope name: [
      (identifier) @name
      (qualified_identifier scope: (_) @scope name: (identifier) @name)])])
  (field_initializer_list) @body) @definition.function
; Members that are defined outside of their class.
(function_definition declarator: [
  (function_declarator declarator: (qualified_identifier scope: (_) @scope name: [
    (identifier) @name (destructor_name) @name (operator_name) @name
    (template_function name: (identifier) @name)
    (operator_cast) @name
    (qualified_identifier scope: (_) @scope name: [
      (identifier) @name (destructor_name) @name (operator_name) @name
      (template_function name: (identifier) @name)
      (qualified_identifier scope: (_) @scope name: [
        (identifier) @name (destructor_name) @name (operator_name) @name])])]))
  (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @scope name: [
    (identifier) @name (operator_name) @name
    (qualified_identifier scope: (_) @scope name: (identifier) @name)])))
  (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @scope name: [
    (identifier) @name (operator_name) @name
    (qualified_identifier scope: (_) @scope name: [(identifier) @name (operator_name) @name])])))]) @definition.method
; Members inside of their class, and operators.
(function_definition declarator: [
  (function_declarator declarator: [
    (field_identifier) @name (destructor_name) @name (operator_name) @name
    (template_function name: (identifier) @name)])
  (pointer_declarator declarator: (function_declarator declarator: [
    (field_identifier) @name (operator_name) @name]))
  (reference_declarator (function_declarator declarator: [
    (identifier) @name (field_identifier) @name (operator_name) @name]))
  (operator_cast) @name]) @definition.function
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) @name (operator_name) @name])
  (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) @name (operator_name) @name]))
  (reference_declarator (function_declarator declarator: [(field_identifier) @name (operator_name) @name]))]
  ";" @body) @definition.declaration
(declaration declarator: [
  (function_declarator declarator: [(destructor_name) @name (operator_name) @name])
  (reference_declarator (function_declarator declarator: [(identifier) @name (operator_name) @name]))
  (operator_cast) @name]
  ";" @body) @definition.declaration
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field

; int Foo::count = 0;
(declaration declarator: (init_declarator declarator:
  (qualified_identifier scope: (_) @scope name: (identifier) @name))) @definition.variable
(declaration (type_qualifier ["const" "constexpr"]) declarator: (init_declarator declarator:
  (pointer_declarator declarator: (identifier) @name))) @definition.constant

(attribute_declaration) @leading
