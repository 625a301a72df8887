; What a Groovy file defines.
(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.field
(method_declaration name: (identifier) @name body: (_)) @definition.function
(method_declaration name: (identifier) @name !body) @definition.declaration
(constructor_declaration name: (identifier) @name) @definition.function
(function_definition name: (identifier) @name) @definition.function
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(program (local_variable_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.variable)

; Blocks of build scripts and pipelines.
(program (expression_statement (method_invocation name: (identifier) @name !object body: (closure)) @definition.block))
((method_invocation name: (identifier) @_stage arguments: (argument_list . (_) @name) body: (closure)) @definition.block
  (#eq? @_stage "stage"))
((program (juxt_function_call name: (identifier) @_task args: (argument_list . (identifier) @name)) @definition.function)
  (#eq? @_task "task"))

[(line_comment) (block_comment)] @leading
