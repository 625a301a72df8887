; What an HCL file uses.
(function_call . (identifier) @reference.call)

; `var.region`, `module.vpc`, `aws_s3_bucket.data`: the name, and the resource type before it.
(expression . (variable_expr (identifier) @_root) . (get_attr (identifier) @reference.type)
  (#any-of? @_root "var" "local" "module"))
(expression . (variable_expr (identifier) @reference.type @_root) . (get_attr (identifier) @reference.type)
  (#not-any-of? @_root "var" "local" "module" "data" "each" "self" "count" "path" "terraform"))
(expression . (variable_expr (identifier) @_root)
  . (get_attr (identifier) @reference.type) . (get_attr (identifier) @reference.type)
  (#eq? @_root "data"))

(block . (identifier) @_type
  (body (attribute . (identifier) @_key (expression (literal_value (string_lit) @import.path))) @import)
  (#any-of? @_type "module" "terraform" "include")
  (#any-of? @_key "source" "path"))
