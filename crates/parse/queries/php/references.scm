; What a PHP file uses.
(function_call_expression function: [
  (name) @reference.call
  (qualified_name (name) @reference.call)])
(member_call_expression name: (name) @reference.call)
(nullsafe_member_call_expression name: (name) @reference.call)
(scoped_call_expression name: (name) @reference.call)
(scoped_call_expression scope: [
  (name) @reference.type
  (qualified_name (name) @reference.type)])
(class_constant_access_expression . [
  (name) @reference.type
  (qualified_name (name) @reference.type)])
(object_creation_expression [
  (name) @reference.call
  (qualified_name (name) @reference.call)])
(attribute [
  (name) @reference.call
  (qualified_name (name) @reference.call)])
(base_clause [
  (name) @reference.implements
  (qualified_name (name) @reference.implements)])
(class_interface_clause [
  (name) @reference.implements
  (qualified_name (name) @reference.implements)])
(use_declaration [
  (name) @reference.implements
  (qualified_name (name) @reference.implements)])
(named_type [
  (name) @reference.type
  (qualified_name (name) @reference.type)])

(namespace_use_declaration (namespace_use_clause . [(name) (qualified_name)] @import.path)) @import
(namespace_use_declaration (namespace_use_clause . [(name) (qualified_name)] @import.path alias: (name) @import.alias)) @import
(namespace_use_declaration (namespace_name) @import.path
  body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @import.name))) @import
(require_expression (string) @import.path) @import
(require_once_expression (string) @import.path) @import
(include_expression (string) @import.path) @import
(include_once_expression (string) @import.path) @import
