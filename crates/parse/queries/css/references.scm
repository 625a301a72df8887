; What a style sheet uses.
(call_expression . (function_name) @_function (arguments . (plain_value) @reference.type)
  (#eq? @_function "var"))

(import_statement . [
  (string_value) @import.path
  (call_expression (arguments [(string_value) (plain_value)] @import.path))]) @import
