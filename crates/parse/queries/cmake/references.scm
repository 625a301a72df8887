; What a CMake file uses.
(normal_command . (identifier) @reference.call)

(normal_command . (identifier) @_command (argument_list . (argument) @import.path)
  (#any-of? @_command "include" "add_subdirectory" "find_package" "INCLUDE" "ADD_SUBDIRECTORY" "FIND_PACKAGE")) @import
