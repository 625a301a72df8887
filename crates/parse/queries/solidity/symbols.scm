; What a Solidity file defines.
(contract_declaration name: (identifier) @name) @definition.class
(library_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name) @definition.enum
(enum_value) @name @definition.field
(user_defined_type_definition name: (identifier) @name) @definition.type
(function_definition name: (identifier) @name body: (_)) @definition.function
(function_definition name: (identifier) @name !body) @definition.declaration
(modifier_definition name: (identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.function
(fallback_receive_definition ["fallback" "receive"] @name) @definition.function
(event_definition name: (identifier) @name) @definition.declaration
(error_declaration name: (identifier) @name) @definition.declaration
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant

(comment) @leading
