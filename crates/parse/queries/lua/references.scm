; What a Lua file uses.
(function_call name: [
  (identifier) @reference.call
  (dot_index_expression field: (identifier) @reference.call)
  (method_index_expression method: (identifier) @reference.call)])

((function_call name: (identifier) @_require arguments: (arguments . (string) @import.path .)) @import
  (#eq? @_require "require"))
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @import.alias .)
  (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments . (string) @import.path .)) @import))
  (#eq? @_require "require"))
