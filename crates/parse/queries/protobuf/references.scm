; What a protocol buffer file uses.
(message_or_enum_type (identifier) @reference.type .)
(extend . (full_ident (identifier) @reference.implements .))

(import path: (string) @import.path) @import
