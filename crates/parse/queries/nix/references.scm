; What a Nix file uses.
(apply_expression function: [
  (variable_expression name: (identifier) @reference.call)
  (select_expression attrpath: (attrpath attr: (identifier) @reference.call .))])
((apply_expression function: (variable_expression name: (identifier) @_import) argument: [
    (path_expression) @import.path
    (spath_expression) @import.path]) @import
  (#any-of? @_import "import" "callPackage"))
