; What a Julia file defines.
(module_definition name: (identifier) @name) @definition.module
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head [
  (identifier) @name
  (binary_expression . (identifier) @name)])) @definition.type
(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.struct
(struct_definition (identifier) @name @definition.field)
(struct_definition (typed_expression . (identifier) @name) @definition.field)
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list . (identifier) @name)) @definition.enum
  (#eq? @_enum "enum"))
((macrocall_expression (macro_identifier (identifier) @_enum) (macro_argument_list . (_) (identifier) @name @definition.field))
  (#eq? @_enum "enum"))

(function_definition (signature (identifier) @name)) @definition.declaration
(function_definition (signature [
  (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)]))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)])))])
  . (_) @body) @definition.function
(function_definition (signature (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)]))) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(assignment . [
  (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)])
  (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)]))
  (where_expression . (call_expression . [(identifier) @name (operator) @name (field_expression (identifier) @name .)]))
  (where_expression . (typed_expression . (call_expression . [(identifier) @name (field_expression (identifier) @name .)])))]) @definition.function

(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @definition.constant
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (assignment . (identifier) @name) @definition.variable)

[(line_comment) (block_comment)] @leading
(source_file (string_literal) @leading)
(module_definition (string_literal) @leading)
