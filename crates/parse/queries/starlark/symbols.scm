; What a Starlark file defines: functions, rules, providers, constants, targets.
(function_definition name: (identifier) @name ":" @body
  body: (block . (expression_statement (string) @doc))) @definition.function
(function_definition name: (identifier) @name ":" @body) @definition.function

(module (expression_statement (assignment
  left: (identifier) @name
  right: (call function: (identifier) @_maker)) @definition.function)
  (#any-of? @_maker "rule" "repository_rule" "module_extension" "aspect" "macro" "tag_class"))
(module (expression_statement (assignment
  left: (identifier) @name
  right: (call function: (identifier) @_maker)) @definition.struct)
  (#any-of? @_maker "provider" "struct"))
(module (expression_statement (assignment left: (identifier) @name) @definition.constant))

; A target; most begin with their name, and then the signature ends behind it.
(module (expression_statement (call
  function: [(identifier) (attribute)] @block_type
  arguments: (argument_list
    . (keyword_argument name: (identifier) @_key value: (string (string_content) @name))
    . (_) @body)) @definition.block)
  (#eq? @_key "name"))
(module (expression_statement (call
  function: [(identifier) (attribute)] @block_type
  arguments: (argument_list
    (keyword_argument name: (identifier) @_key value: (string (string_content) @name)))) @definition.block)
  (#eq? @_key "name"))

(comment) @leading
