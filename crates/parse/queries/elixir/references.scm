; What an Elixir file uses.
((call target: (identifier) @_import (arguments . (alias) @import.path)) @import
  (#any-of? @_import "use" "import" "alias" "require"))
((call target: (identifier) @_import (arguments . (dot left: (alias) @import.path right: (tuple (alias) @import.name)))) @import
  (#any-of? @_import "use" "import" "alias" "require"))

((call target: (identifier) @_def (arguments . (alias) @reference.implements))
  (#any-of? @_def "use" "defimpl" "behaviour"))
(call target: (dot right: (identifier) @reference.call) (arguments))
((call target: (identifier) @reference.call)
  (#not-any-of? @reference.call "def" "defp" "if" "case" "cond" "for" "with" "unless" "fn" "raise" "quote" "unquote" "do"
    "defmodule" "defmacro" "defmacrop" "defstruct" "defexception" "defprotocol" "defimpl" "defdelegate" "defguard" "defguardp"
    "use" "import" "alias" "require" "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback"
    "impl" "behaviour" "deprecated" "tag" "moduletag" "describe" "test"))
(binary_operator operator: "|>" right: (identifier) @reference.call)
(struct (alias) @reference.call)
(alias) @reference.type
