; What an Elixir file defines. Definitions are calls of macros: the predicates tell them from other calls.
((call target: (identifier) @_def (arguments . (alias) @name) (do_block . (unary_operator operator: "@" operand:
    (call target: (identifier) @_doc (arguments . (string (quoted_content) @doc))))) @body) @definition.module
  (#eq? @_def "defmodule") (#eq? @_doc "moduledoc"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @definition.module
  (#eq? @_def "defmodule"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @definition.interface
  (#eq? @_def "defprotocol"))
((call target: (identifier) @_def (arguments . (alias) @name . (keywords . (pair key: (keyword) @_for value: (alias) @name)))
    (do_block) @body) @definition.implementation
  (#eq? @_def "defimpl") (#match? @_for "^for:"))
((call target: (identifier) @_def (arguments . (alias) @name)) @definition.implementation
  (#eq? @_def "defimpl"))

; A short @doc is one string; a long one is taken from the lines before the definition.
((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . (string (quoted_content) @doc))))
  . (call target: (identifier) @_def (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")]) (do_block)? @body) @definition.function
  (#eq? @_doc "doc") (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp" "defn"))
((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . (string (quoted_content) @doc))))
  . (unary_operator operator: "@")
  . (call target: (identifier) @_def (arguments . [
      (call target: (identifier) @name)
      (identifier) @name
      (binary_operator left: (call target: (identifier) @name) operator: "when")]) (do_block)? @body) @definition.function
  (#eq? @_doc "doc") (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp" "defn"))

((call target: (identifier) @_def (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")]) (do_block)? @body) @definition.function
  (#any-of? @_def "def" "defp" "defdelegate" "defguard" "defguardp" "defn"))
((call target: (identifier) @_def (arguments . (binary_operator left: (identifier) operator: _ @name right: (identifier)))) @definition.function
  (#any-of? @_def "def" "defp") (#not-eq? @name "when"))
((call target: (identifier) @_def (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")]) (do_block)? @body) @definition.macro
  (#any-of? @_def "defmacro" "defmacrop"))
((call target: (identifier) @name (arguments)) @definition.struct
  (#any-of? @name "defstruct" "defexception"))
((call target: (identifier) @_def (arguments . (string (quoted_content) @name)) (do_block) @body) @definition.function
  (#any-of? @_def "test" "property"))
((call target: (identifier) @_def (arguments . (string (quoted_content) @name)) (do_block) @body) @definition.block
  (#eq? @_def "describe"))

((unary_operator operator: "@" operand: (call target: (identifier) @_def (arguments . (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)])))) @definition.type
  (#any-of? @_def "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_def (arguments . (binary_operator left: [
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))])))) @definition.declaration
  (#any-of? @_def "callback" "macrocallback"))
((do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant)
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour"
    "deprecated" "dialyzer" "compile" "tag" "moduletag" "describetag" "external_resource" "derive" "enforce_keys" "optional_callbacks"
    "before_compile" "after_compile" "on_load" "on_definition" "since" "shortdoc" "requirements"))

(comment) @leading
((unary_operator operator: "@" operand: (call target: (identifier) @_attribute)) @leading
  (#any-of? @_attribute "doc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "tag" "derive" "enforce_keys"))
