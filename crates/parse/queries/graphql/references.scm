; What a GraphQL file uses.
(implements_interfaces (named_type (name) @reference.implements))
(named_type (name) @reference.type)
(fragment_spread (fragment_name) @reference.call)
(directive (name) @reference.call)
