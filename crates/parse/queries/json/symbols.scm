; What a JSON file defines: its keys down to the second level.
(document (object (pair key: (string (string_content)) @name) @definition.block))
(document (object (pair value: (object (pair key: (string (string_content)) @name) @definition.block))))

(comment) @leading
