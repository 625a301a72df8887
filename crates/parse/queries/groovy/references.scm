; What a Groovy file uses.
(method_invocation name: (identifier) @reference.call)
(juxt_function_call name: (identifier) @reference.call)
(object_creation_expression type: (type_identifier) @reference.call)
(marker_annotation name: (identifier) @reference.call)
(annotation name: (identifier) @reference.call)
(superclass (type_identifier) @reference.implements)
(super_interfaces (type_list (type_identifier) @reference.implements))
(type_identifier) @reference.type

(import_declaration [(scoped_identifier) (identifier)] @import.path) @import
