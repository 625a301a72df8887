; What an HTML file defines: elements with an id, inline scripts and styles.
(element
  . (start_tag . (tag_name) @block_type (attribute . (attribute_name) @_key . (_) @name))
  . (_) @body
  (#eq? @_key "id")) @definition.block
; Without content: `<input id=query>` and `<input id=query />`.
(element
  . (start_tag . (tag_name) @block_type (attribute . (attribute_name) @_key . (_) @name)) .
  (#eq? @_key "id")) @definition.block
(element
  . (self_closing_tag . (tag_name) @block_type (attribute . (attribute_name) @_key . (_) @name))
  (#eq? @_key "id")) @definition.block

(script_element . (start_tag . (tag_name) @name @block_type) . (raw_text) @body
  (#match? @body "\\S")) @definition.block
(style_element . (start_tag . (tag_name) @name @block_type) . (raw_text) @body) @definition.block

(comment) @leading
