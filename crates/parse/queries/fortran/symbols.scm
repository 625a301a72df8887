; What a Fortran file defines.
(module . (module_statement (name) @name) . (_) @body) @definition.module
(submodule . (submodule_statement (name) @name) . (_) @body) @definition.module
(program . (program_statement (name) @name) . (_) @body) @definition.module
(interface (function . (function_statement name: (name) @name) . (_) @body) @definition.declaration)
(interface (subroutine . (subroutine_statement name: (name) @name) . (_) @body) @definition.declaration)
(function . (function_statement name: (name) @name) . (_) @body) @definition.function
(subroutine . (subroutine_statement name: (name) @name) . (_) @body) @definition.function
(module_procedure . (module_procedure_statement name: (name) @name) . (_) @body) @definition.function
(interface . (interface_statement [(name) @name (operator (operator_name) @name)])) @definition.interface
(derived_type_definition . (derived_type_statement (type_name) @name) . (_) @body) @definition.struct
(derived_type_procedures (procedure_statement declarator: [
  (binding (binding_name (identifier) @name))
  (method_name) @name]) @definition.declaration)
(derived_type_definition (variable_declaration declarator: [
  (identifier) @name
  (init_declarator left: (identifier) @name)
  (sized_declarator . (identifier) @name)
  (init_declarator left: (sized_declarator . (identifier) @name))]) @definition.field)
(enumerator_statement declarator: (identifier) @name @definition.field)
(enumerator_statement declarator: (init_declarator left: (identifier) @name) @definition.field)

((module (variable_declaration attribute: (type_qualifier) @_parameter declarator: [
  (init_declarator left: (identifier) @name)
  (init_declarator left: (sized_declarator . (identifier) @name))]) @definition.constant)
  (#any-of? @_parameter "parameter" "PARAMETER" "Parameter"))
(module (variable_declaration declarator: [
  (identifier) @name
  (init_declarator left: (identifier) @name)
  (sized_declarator . (identifier) @name)
  (init_declarator left: (sized_declarator . (identifier) @name))]) @definition.variable)

(comment) @leading
