; What an XML file takes from elsewhere: schemas and projects it includes, right below its root.
(document root: (element (content
  (element . (STag . (Name) @_tag (Attribute . (Name) @_key . (AttValue) @import.path))) @import))
  (#any-of? @_key "file" "resource" "href" "schemaLocation" "Project")
  (#any-of? @_tag "import" "include" "Import" "xs:import" "xs:include" "xsd:import" "xsd:include" "xsl:import" "xsl:include" "xi:include"))
(document root: (element (content
  (element . (EmptyElemTag . (Name) @_tag (Attribute . (Name) @_key . (AttValue) @import.path))) @import))
  (#any-of? @_key "file" "resource" "href" "schemaLocation" "Project")
  (#any-of? @_tag "import" "include" "Import" "xs:import" "xs:include" "xsd:import" "xsd:include" "xsl:import" "xsl:include" "xi:include"))
