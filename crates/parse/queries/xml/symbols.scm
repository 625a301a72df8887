; What an XML file defines: its root, and named elements on the two levels below it.
(document root: (element . (STag . (Name) @name) . (_) @body) @definition.block)
(document root: (element . (EmptyElemTag . (Name) @name)) @definition.block)
(document root: (element (content
  (element . (STag . (Name) @block_type (Attribute . (Name) @_key . (AttValue) @name)) . (_) @body) @definition.block))
  (#any-of? @_key "name" "id" "Name" "Id" "xml:id" "x:Name" "android:name"))
(document root: (element (content
  (element . (EmptyElemTag . (Name) @block_type (Attribute . (Name) @_key . (AttValue) @name))) @definition.block))
  (#any-of? @_key "name" "id" "Name" "Id" "xml:id" "x:Name" "android:name"))
(document root: (element (content (element (content
  (element . (STag . (Name) @block_type (Attribute . (Name) @_key . (AttValue) @name)) . (_) @body) @definition.block))))
  (#any-of? @_key "name" "id" "Name" "Id" "xml:id" "x:Name" "android:name"))
(document root: (element (content (element (content
  (element . (EmptyElemTag . (Name) @block_type (Attribute . (Name) @_key . (AttValue) @name))) @definition.block))))
  (#any-of? @_key "name" "id" "Name" "Id" "xml:id" "x:Name" "android:name"))

(Comment) @leading
