; What a style sheet defines.
(rule_set . (selectors) @name (block) @body) @definition.block
(media_statement . (_) @name (block) @body
  (#set! block_type "media")) @definition.block
(supports_statement . (_) @name (block) @body
  (#set! block_type "supports")) @definition.block
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body
  (#set! block_type "keyframes")) @definition.block
(at_rule . (at_keyword) @block_type . (_) @name (block) @body) @definition.block
(at_rule . (at_keyword) @name @block_type . (block) @body) @definition.block

; Custom properties where they belong to the document (`:root`), not where an element overrides them.
(rule_set
  (selectors (pseudo_class_selector))
  (block (declaration . (property_name) @name) @definition.constant)
  (#match? @name "^--"))

(comment) @leading
