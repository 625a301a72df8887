; What a YAML file defines: Kubernetes objects, keys down to the third level, named list items.

; An object in the usual order of its head: apiVersion, kind, metadata. Named by kind and name.
(document (block_node (block_mapping
  . (block_mapping_pair key: (flow_node) @_version)
  . (block_mapping_pair key: (flow_node) @_kind value: (flow_node) @name @block_type)
  . (block_mapping_pair key: (flow_node) @_metadata value: (block_node (block_mapping
      (block_mapping_pair
        key: (flow_node) @_name
        value: (flow_node [(plain_scalar) (double_quote_scalar) (single_quote_scalar)] @name @_text)))))
      @body)) @definition.block
  (#eq? @_version "apiVersion")
  (#eq? @_kind "kind")
  (#eq? @_metadata "metadata")
  (#eq? @_name "name")
  (#not-match? @_text "\\{\\{"))
; Without a name, or with one that a template fills in.
(document (block_node (block_mapping
  . (block_mapping_pair key: (flow_node) @_version)
  . (block_mapping_pair key: (flow_node) @_kind value: (flow_node) @name @block_type)
  . (block_mapping_pair) @body)) @definition.block
  (#eq? @_version "apiVersion")
  (#eq? @_kind "kind"))

(document (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @name) @definition.block))
  (#not-eq? @name "<<"))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping
  (block_mapping_pair key: (flow_node) @name) @definition.block)))))
  (#not-eq? @name "<<"))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping
  (block_mapping_pair value: (block_node (block_mapping
    (block_mapping_pair key: (flow_node) @name) @definition.block))))))))
  (#not-eq? @name "<<"))

; List items that begin with their name: plays of a playbook, steps of a job.
(document (block_node (block_sequence (block_sequence_item (block_node (block_mapping
  . (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)))) @definition.block))
  (#any-of? @_key "name" "id"))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_sequence
  (block_sequence_item (block_node (block_mapping
    . (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)))) @definition.block)))))
  (#any-of? @_key "name" "id"))
(document (block_node (block_mapping (block_mapping_pair value: (block_node (block_mapping
  (block_mapping_pair value: (block_node (block_mapping
    (block_mapping_pair value: (block_node (block_sequence
      (block_sequence_item (block_node (block_mapping
        . (block_mapping_pair key: (flow_node) @_key value: (flow_node) @name)))) @definition.block)))))))))))
  (#any-of? @_key "name" "id"))

(comment) @leading
