; What a PowerShell file defines.
(function_statement (function_name) @name (script_block) @body) @definition.function
(function_statement (function_name) @name) @definition.function
(class_statement . (simple_name) @name) @definition.class
(class_method_definition (simple_name) @name (script_block) @body) @definition.function
(class_method_definition (simple_name) @name) @definition.function
(class_property_definition (variable) @name) @definition.field
(enum_statement . (simple_name) @name) @definition.enum
(enum_member . (simple_name) @name) @definition.field
(program (statement_list (pipeline (assignment_expression . (left_assignment_expression) @name)) @definition.variable))

(comment) @leading
