; What a Java file uses.
(method_invocation name: (identifier) @reference.call)
(method_reference (identifier) @reference.call .)
(object_creation_expression type: [
  (type_identifier) @reference.call
  (generic_type (type_identifier) @reference.call)
  (scoped_type_identifier (type_identifier) @reference.call .)])
(superclass [
  (type_identifier) @reference.implements
  (generic_type (type_identifier) @reference.implements)
  (scoped_type_identifier (type_identifier) @reference.implements .)])
(super_interfaces (type_list [
  (type_identifier) @reference.implements
  (generic_type (type_identifier) @reference.implements)
  (scoped_type_identifier (type_identifier) @reference.implements .)]))
(extends_interfaces (type_list [
  (type_identifier) @reference.implements
  (generic_type (type_identifier) @reference.implements)]))
(marker_annotation name: (identifier) @reference.type)
(annotation name: (identifier) @reference.type)
(type_identifier) @reference.type

(import_declaration [(identifier) (scoped_identifier)] @import.path) @import
(import_declaration [(identifier) (scoped_identifier)] @import.path (asterisk) @import.name) @import
