; What an Objective-C file uses. Of a message only the first word.
(call_expression function: (identifier) @reference.call)
(message_expression receiver: (_) . method: (identifier) @reference.call)
(message_expression receiver: (identifier) @reference.type method: (identifier) @_alloc (#any-of? @_alloc "alloc" "new"))
(class_interface superclass: (identifier) @reference.implements)
(class_interface (parameterized_arguments (type_name (type_identifier) @reference.implements)))
(protocol_reference_list (identifier) @reference.implements)
(type_identifier) @reference.type

(preproc_include path: (_) @import.path) @import
(module_import path: (_) @import.path) @import
