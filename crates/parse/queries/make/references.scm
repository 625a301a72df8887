; What a Makefile uses.
(prerequisites (word) @reference.call)
(include_directive filenames: (list (_) @import.path)) @import
