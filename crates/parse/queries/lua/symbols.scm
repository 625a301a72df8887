; What a Lua file defines.
(function_declaration name: [
  (identifier) @name
  (dot_index_expression table: (_) @scope field: (identifier) @name)
  (method_index_expression table: (_) @scope method: (identifier) @name)]
  parameters: (_)) @definition.function

; local name = function, Module.name = function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_) @body)))) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_) @body))) @definition.function
(chunk (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_) @body))) @definition.function)
(field name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method

; Values of the file; what only holds a required module is an import.
(chunk (variable_declaration (assignment_statement
  (variable_list name: (identifier) @name)
  (expression_list . value: (_) @_value))
  (#not-match? @_value "^require\\b")) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement
  (variable_list name: (dot_index_expression table: (identifier) @scope field: (identifier) @name))) @definition.field)

(comment) @leading
