; What a TOML file defines: its tables and the keys before the first of them.
(document (pair . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.block)
(table . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.block
(table_array_element . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.block

(comment) @leading
