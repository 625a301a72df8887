; What a Kotlin file uses.
(call_expression . [
  (identifier) @reference.call
  (navigation_expression (identifier) @reference.call .)])
(infix_expression (identifier) . (identifier) @reference.call . (_))
(constructor_invocation (user_type (identifier) @reference.call .))
(delegation_specifier [
  (user_type (identifier) @reference.implements .)
  (constructor_invocation (user_type (identifier) @reference.implements .))
  (explicit_delegation . (user_type (identifier) @reference.implements .))])
(user_type (identifier) @reference.type)

(import (qualified_identifier) @import.path (identifier)? @import.alias) @import
