; inherits: typescript
; What a TSX file uses: also the elements it shows.
(jsx_opening_element name: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
(jsx_self_closing_element name: [
  (identifier) @reference.call
  (member_expression property: (property_identifier) @reference.call)])
