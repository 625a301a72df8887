; What a Starlark file uses.
(call function: [
  (identifier) @reference.call
  (attribute attribute: (identifier) @reference.call)])

(module (expression_statement (call
  function: (identifier) @_load
  arguments: (argument_list . (string (string_content) @import.path) [
    (string (string_content) @import.name)
    (keyword_argument value: (string (string_content) @import.name))])) @import)
  (#eq? @_load "load"))
