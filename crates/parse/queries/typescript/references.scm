; What a TypeScript file uses.
(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)])
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(decorator [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(extends_clause value: [
  (identifier) @reference.implements
  (member_expression property: (property_identifier) @reference.implements)])
(implements_clause [
  (type_identifier) @reference.implements
  (generic_type name: [
    (type_identifier) @reference.implements
    (nested_type_identifier name: (type_identifier) @reference.implements)])
  (nested_type_identifier name: (type_identifier) @reference.implements)])
(extends_type_clause [
  (type_identifier) @reference.implements
  (generic_type name: (type_identifier) @reference.implements)
  (nested_type_identifier name: (type_identifier) @reference.implements)])
(type_annotation (type_identifier) @reference.type)
(type_annotation (nested_type_identifier name: (type_identifier) @reference.type))
(generic_type name: [
  (type_identifier) @reference.type
  (nested_type_identifier name: (type_identifier) @reference.type)])
(type_arguments (type_identifier) @reference.type)
(union_type (type_identifier) @reference.type)
(intersection_type (type_identifier) @reference.type)
(array_type (type_identifier) @reference.type)
(constraint (type_identifier) @reference.type)
(as_expression (type_identifier) @reference.type)
(satisfies_expression (type_identifier) @reference.type)
(type_alias_declaration value: (type_identifier) @reference.type)
(conditional_type (type_identifier) @reference.type)
(type_predicate type: (type_identifier) @reference.type)
(index_type_query (type_identifier) @reference.type)
(lookup_type . (type_identifier) @reference.type)

(import_statement source: (string) @import.path) @import
(import_statement (import_clause (identifier) @import.default) source: (string) @import.path) @import
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string) @import.path) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name))) source: (string) @import.path) @import
(export_statement source: (string) @import.path) @import
(export_statement (export_clause (export_specifier name: (_) @import.name)) source: (string) @import.path) @import
((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .)) @import
  (#eq? @_require "require"))
(variable_declarator
  name: [
    (identifier) @import.alias
    (object_pattern [
      (shorthand_property_identifier_pattern) @import.name
      (pair_pattern key: (property_identifier) @import.name)])]
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @import.path .)) @import
  (#eq? @_require "require"))
;  What a file exports under another name: an import from itself.
(export_statement "export" @import.path (export_clause (export_specifier name: (_) @import.name)) !source) @import
(export_statement "export" @import.path value: (identifier) @import.as_default) @import
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @import.path)
  right: (identifier) @import.as_default
  (#eq? @_module "module")) @import
((call_expression function: (import) arguments: (arguments . (string) @import.path .)) @import)
(import_statement (import_require_clause (identifier) @import.alias source: (string) @import.path)) @import
