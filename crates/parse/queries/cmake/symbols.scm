; What a CMake file defines: functions, targets, options, top-level variables.
(function_def
  (function_command (argument_list . (argument) @name))
  (body) @body) @definition.function
(macro_def
  (macro_command (argument_list . (argument) @name))
  (body) @body) @definition.macro
(normal_command . (identifier) @block_type (argument_list . (argument) @name)
  (#any-of? @block_type
    "project" "add_executable" "add_library" "add_custom_target"
    "PROJECT" "ADD_EXECUTABLE" "ADD_LIBRARY" "ADD_CUSTOM_TARGET")) @definition.block
(normal_command . (identifier) @_command (argument_list . (argument) @name)
  (#any-of? @_command "option" "OPTION")) @definition.variable
(source_file (normal_command . (identifier) @_command (argument_list . (argument) @name)) @definition.variable
  (#any-of? @_command "set" "SET"))

[(line_comment) (bracket_comment)] @leading
