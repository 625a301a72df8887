; What a shell script defines.
(function_definition name: (word) @name (#set! block_type "function")) @definition.function
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name)) @definition.constant)
(program (declaration_command (word) @_option (variable_assignment name: (variable_name) @name)
  (#any-of? @_option "-r" "-rx" "-xr" "-gr" "-ra" "-rA" "-ri" "-ar" "-Ar" "-ir")) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (variable_assignment name: (variable_name) @name value: (array) @body) @definition.variable)
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name) @definition.variable))

(comment) @leading
