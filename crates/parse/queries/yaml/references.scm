; What a YAML file uses: anchors, and the files and actions it takes from elsewhere.
(alias (alias_name) @reference.type)

; GitHub Actions: `uses:` of a step, or of a whole job.
(block_sequence_item (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_uses value: (flow_node) @import.path) @import))
  (#eq? @_uses "uses"))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping
  (block_mapping_pair value: (block_node (block_mapping
    (block_mapping_pair key: (flow_node) @_uses value: (flow_node) @import.path) @import))))))))
  (#eq? @_uses "uses"))
; GitLab: `include:` with one file or with a list of places.
(document (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_include value: (flow_node) @import.path) @import))
  (#eq? @_include "include"))
(document (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @_include value: (block_node (block_sequence
    (block_sequence_item (block_node (block_mapping
      (block_mapping_pair key: (flow_node) @_place value: (flow_node) @import.path) @import))))))))
  (#eq? @_include "include")
  (#any-of? @_place "local" "remote" "template" "component" "file"))
