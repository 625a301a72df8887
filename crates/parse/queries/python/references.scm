; What a Python file uses.
(call function: [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)])
(decorator [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)])
(class_definition superclasses: (argument_list [
  (identifier) @reference.implements
  (attribute attribute: (identifier) @reference.implements)
  (subscript value: (identifier) @reference.implements)
  (subscript value: (attribute attribute: (identifier) @reference.implements))]))

(type (identifier) @reference.type)
(type (attribute attribute: (identifier) @reference.type))
(type (subscript value: (identifier) @reference.type))
(type (subscript value: (attribute attribute: (identifier) @reference.type)))
(type (binary_operator [left: (identifier) right: (identifier)] @reference.type))
(generic_type . (identifier) @reference.type)
(member_type (identifier) @reference.type .)
(except_clause value: (identifier) @reference.type)
(except_clause value: (tuple (identifier) @reference.type))
(except_clause value: (as_pattern . [
  (identifier) @reference.type
  (tuple (identifier) @reference.type)]))
(raise_statement . (identifier) @reference.type)

(import_statement name: [
  (dotted_name) @import.path
  (aliased_import name: (dotted_name) @import.path)]) @import
(import_from_statement module_name: (_) @import.path name: [
  (dotted_name) @import.name
  (aliased_import name: (dotted_name) @import.name)]) @import
(import_from_statement module_name: (_) @import.path (wildcard_import) @import.name) @import
(future_import_statement "__future__" @import.path name: (dotted_name) @import.name) @import
