; What a Dart file uses.
(call_expression function: [
  (identifier) @reference.call
  (member_expression property: (identifier) @reference.call)])
(annotation name: (identifier) @reference.call)
(superclass type: (type . (type_identifier) @reference.implements))
(mixins (type . (type_identifier) @reference.implements))
(interfaces (type . (type_identifier) @reference.implements))
(type_identifier) @reference.type

(import_specification uri: (configurable_uri (uri) @import.path) (combinator "show" (identifier) @import.name)) @import
(import_specification uri: (configurable_uri (uri) @import.path)) @import
(library_export uri: (configurable_uri (uri) @import.path)) @import
(part_directive uri: (uri) @import.path) @import
