; What a shell script uses.
(command name: (command_name (word) @reference.call))

((command name: (command_name (word) @_source) . argument: [(word) (string) (raw_string) (concatenation)] @import.path) @import
  (#any-of? @_source "source" "."))
