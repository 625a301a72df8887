; What an R file uses.
((call function: (identifier) @_import arguments: (arguments . (argument value: [(identifier) @import.path (string) @import.path]))) @import
  (#any-of? @_import "library" "require" "requireNamespace" "source" "loadNamespace"))
(call function: [
  (identifier) @reference.call
  (namespace_operator rhs: (identifier) @reference.call)
  (extract_operator rhs: (identifier) @reference.call)])
((argument name: (identifier) @_inherit value: [(identifier) @reference.implements (string content: (_) @reference.implements)])
  (#any-of? @_inherit "inherit" "contains"))
