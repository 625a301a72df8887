; What a protocol buffer file defines.
(message (message_name) @name (message_body) @body) @definition.struct
(group (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(service . (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.function
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(enum_field . (identifier) @name) @definition.field
(extend . (full_ident) @name (message_body) @body) @definition.implementation

(comment) @leading
