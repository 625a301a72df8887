; What an SQL file defines.
(create_schema (identifier) @name) @definition.module
(create_table (object_reference) @name (column_definitions) @body) @definition.struct
(create_table . (keyword_create) (object_reference) @name) @definition.struct
(column_definitions (column_definition name: (_) @name) @definition.field)
(create_view (object_reference) @name . (keyword_as) @body) @definition.struct
(create_view (object_reference) @name) @definition.struct
(create_materialized_view (object_reference) @name . (keyword_as) @body) @definition.struct
(create_materialized_view (object_reference) @name) @definition.struct
(create_type (object_reference) @name) @definition.type
(create_function (object_reference) @name . (function_arguments) (function_body) @body) @definition.function
(create_function (object_reference) @name . (function_arguments)) @definition.function
(create_index column: (identifier) @name . (keyword_on)) @definition.declaration
(create_trigger (keyword_trigger) . (object_reference) @name) @definition.declaration
(create_sequence (object_reference) @name) @definition.declaration
(create_extension (identifier) @name) @definition.declaration
(create_role (identifier) @name) @definition.declaration
(create_database (identifier) @name) @definition.module

[(comment) (marginalia)] @leading
