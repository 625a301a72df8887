; What a Ruby file uses.
(call method: [(identifier) (constant)] @reference.call)
(call receiver: [
    (constant) @reference.call
    (scope_resolution name: (constant) @reference.call)]
  method: (identifier) @_new
  (#eq? @_new "new"))
(superclass [
  (constant) @reference.implements
  (scope_resolution name: (constant) @reference.implements)])
(call method: (identifier) @_mixin
  arguments: (argument_list [
    (constant) @reference.implements
    (scope_resolution name: (constant) @reference.implements)])
  (#any-of? @_mixin "include" "extend" "prepend"))
(constant) @reference.type

((call method: (identifier) @_require arguments: (argument_list . (string) @import.path .)) @import
  (#any-of? @_require "require" "require_relative" "load"))
((call method: (identifier) @_autoload arguments: (argument_list . (simple_symbol) @import.name (string) @import.path)) @import
  (#eq? @_autoload "autoload"))
