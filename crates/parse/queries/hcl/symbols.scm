; What an HCL file defines.
(block . (identifier) @block_type . [(string_lit) (identifier)]+ @name . (block_start) @body
  (#not-eq? @block_type "dynamic")) @definition.block
(config_file (body (block . (identifier) @name @block_type . (block_start) @body) @definition.block))

; The values of `locals`, and the variables that a tfvars file sets.
(config_file (body (block . (identifier) @_type (body (attribute . (identifier) @name) @definition.constant)))
  (#eq? @_type "locals")
  (#set! block_type "local"))
(config_file (body (attribute . (identifier) @name) @definition.constant)
  (#set! block_type "variable"))

(comment) @leading
