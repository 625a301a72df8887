; What a JavaScript file uses. (TypeScript has its own copy.)
(call_expression function: [
  (identifier) @reference.call
  (member_expression property: [(property_identifier) (private_property_identifier)] @reference.call)])
(new_expression constructor: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(decorator [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(jsx_opening_element name: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(jsx_self_closing_element name: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(class_heritage [
  (identifier) @reference.implements
  (member_expression property: (property_identifier) @reference.implements)])

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
