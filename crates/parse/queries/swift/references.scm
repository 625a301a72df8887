; What a Swift file uses.
(call_expression . [
  (simple_identifier) @reference.call
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @reference.call))
  (prefix_expression target: (simple_identifier) @reference.call)])
(constructor_expression constructed_type: (user_type (type_identifier) @reference.call .))
(macro_invocation (simple_identifier) @reference.call)
(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.implements .))
(user_type (type_identifier) @reference.type)

(import_declaration (identifier) @import.path) @import
