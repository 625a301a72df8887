; What an R file defines.
((binary_operator lhs: (identifier) @name rhs: (call function: (identifier) @_new)) @definition.class
  (#any-of? @_new "R6Class" "setRefClass" "new_class" "setClass"))
((call function: (identifier) @_new arguments: (arguments . (argument value: (string content: (string_content) @name)))) @definition.class
  (#any-of? @_new "setClass" "setClassUnion"))
((call function: (identifier) @_new arguments: (arguments . (argument value: (string content: (string_content) @name)))) @definition.declaration
  (#eq? @_new "setGeneric"))
((call function: (identifier) @_new arguments: (arguments
    . (argument value: (string content: (string_content) @name))
    . (comma) . (argument value: (string content: (string_content) @scope)))) @definition.function
  (#any-of? @_new "setMethod" "setReplaceMethod"))
((call function: (identifier) @_new arguments: (arguments (argument value: (call function: (identifier) @_list arguments:
    (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.function)))))
  (#any-of? @_new "R6Class" "setRefClass") (#eq? @_list "list"))
((call function: (identifier) @_new arguments: (arguments (argument value: (call function: (identifier) @_list arguments:
    (arguments (argument name: (identifier) @name) @definition.field)))))
  (#any-of? @_new "R6Class" "setRefClass") (#any-of? @_list "list" "c"))

(binary_operator lhs: [(identifier) @name (string content: (_) @name)] operator: ["<-" "=" "<<-" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
(program (binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"]) @definition.variable)

(comment) @leading
