; What an HTML file takes from elsewhere.
(script_element . (start_tag (attribute . (attribute_name) @_key . (_) @import.path))
  (#eq? @_key "src")) @import
(element . (start_tag . (tag_name) @_tag (attribute . (attribute_name) @_key . (_) @import.path))
  (#eq? @_tag "link")
  (#eq? @_key "href")) @import
(element . (self_closing_tag . (tag_name) @_tag (attribute . (attribute_name) @_key . (_) @import.path))
  (#eq? @_tag "link")
  (#eq? @_key "href")) @import
