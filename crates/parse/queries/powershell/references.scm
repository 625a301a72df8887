; What a PowerShell file uses.
((command command_name: (command_name) @_import command_elements: (command_elements . (command_argument_sep) . (generic_token) @import.path)) @import
  (#any-of? @_import "Import-Module" "import-module" "ipmo"))
((command command_name: (command_name) @_using command_elements: (command_elements
    . (command_argument_sep) . (generic_token) . (command_argument_sep) . (generic_token) @import.path)) @import
  (#any-of? @_using "using" "Using"))
((command (command_invokation_operator) @_dot command_name: (command_name_expr (_) @import.path)) @import
  (#eq? @_dot "."))
(command command_name: (command_name) @reference.call)
(invokation_expression (member_name (simple_name) @reference.call))
(class_statement . (simple_name) . (simple_name) @reference.implements)
(type_literal (type_spec (type_name (type_identifier) @reference.type)))
