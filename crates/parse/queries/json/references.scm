; What a JSON file uses: the configuration it extends, the schemas it refers to from its top.
(document (object (pair key: (string (string_content) @_key) value: (string (string_content) @import.path)) @import)
  (#any-of? @_key "extends" "$schema" "$ref"))
