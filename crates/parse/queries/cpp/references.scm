; inherits: c
; What a C++ file uses beyond what a C file can.
(call_expression function: [
  (qualified_identifier name: [
    (identifier) @reference.call
    (template_function name: (identifier) @reference.call)
    (qualified_identifier name: [
      (identifier) @reference.call
      (template_function name: (identifier) @reference.call)
      (qualified_identifier name: (identifier) @reference.call)])])
  (template_function name: (identifier) @reference.call)
  (field_expression field: [
    (template_method name: (field_identifier) @reference.call)
    (dependent_name (template_method name: (field_identifier) @reference.call))])])
(new_expression type: [
  (type_identifier) @reference.call
  (template_type name: (type_identifier) @reference.call)
  (qualified_identifier name: (type_identifier) @reference.call)])
(base_class_clause [
  (type_identifier) @reference.implements
  (template_type name: (type_identifier) @reference.implements)
  (qualified_identifier name: [
    (type_identifier) @reference.implements
    (template_type name: (type_identifier) @reference.implements)])])

(using_declaration (_) @import.path) @import
