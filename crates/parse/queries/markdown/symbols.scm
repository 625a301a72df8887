; What a Markdown file defines: its sections. Headings inside quotations and lists are not among them.
(document (section . (atx_heading heading_content: (inline) @name)) @definition.section)
(section (section . (atx_heading heading_content: (inline) @name)) @definition.section)
; An underlined heading opens no section in this grammar, so only the heading itself can be named.
(section (setext_heading heading_content: (paragraph (inline) @name)) @definition.section)
