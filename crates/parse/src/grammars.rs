//! The grammars that are compiled in, each with its queries.
//!
//! A name here is the `grammar` of `languages.toml` and the folder below `queries/`. A grammar without its two
//! query files does not compile, so no language can be half there.

use tree_sitter::Language as Grammar;

/// A grammar and the text of its queries.
pub(crate) struct GrammarSource {
    pub(crate) name: &'static str,
    pub(crate) load: fn() -> Grammar,
    pub(crate) symbols: &'static str,
    pub(crate) references: &'static str,
}

/// Raised by hand when the same queries give other chunks or symbols than before.
const PARSER_VERSION: u64 = 5;

/// Changes with everything that shapes what a file is parsed into: an index made with another revision is stale.
pub const REVISION: u64 = {
    let mut hash = fnv(PARSER_VERSION, include_str!("../languages.toml").as_bytes());
    let mut index = 0;
    while index < GRAMMARS.len() {
        hash = fnv(fnv(hash, GRAMMARS[index].symbols.as_bytes()), GRAMMARS[index].references.as_bytes());
        index += 1;
    }
    hash
};

/// FNV-1a, at compile time.
const fn fnv(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0100_0000_01b3);
        index += 1;
    }
    hash
}

macro_rules! grammars {
    ($($name:literal => $language:expr,)*) => {
        /// Every grammar, in the order of `languages.toml`.
        pub(crate) const GRAMMARS: &[GrammarSource] = &[$(GrammarSource {
            name: $name,
            load: || $language.into(),
            symbols: include_str!(concat!("../queries/", $name, "/symbols.scm")),
            references: include_str!(concat!("../queries/", $name, "/references.scm")),
        },)*];
    };
}

grammars! {
    "python" => tree_sitter_python::LANGUAGE,
    "javascript" => tree_sitter_javascript::LANGUAGE,
    "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
    "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
    "go" => tree_sitter_go::LANGUAGE,
    "rust" => tree_sitter_rust::LANGUAGE,
    "java" => tree_sitter_java::LANGUAGE,
    "c" => tree_sitter_c::LANGUAGE,
    "cpp" => tree_sitter_cpp::LANGUAGE,
    "csharp" => tree_sitter_c_sharp::LANGUAGE,
    "ruby" => tree_sitter_ruby::LANGUAGE,
    "php" => tree_sitter_php::LANGUAGE_PHP,
    "swift" => tree_sitter_swift::LANGUAGE,
    "kotlin" => tree_sitter_kotlin_ng::LANGUAGE,
    "scala" => tree_sitter_scala::LANGUAGE,
    "r" => tree_sitter_r::LANGUAGE,
    "solidity" => tree_sitter_solidity::LANGUAGE,
    "fortran" => tree_sitter_fortran::LANGUAGE,
    "pascal" => tree_sitter_pascal::LANGUAGE,
    "sql" => tree_sitter_sequel::LANGUAGE,
    "html" => tree_sitter_html::LANGUAGE,
    "css" => tree_sitter_css::LANGUAGE,
    "yaml" => tree_sitter_yaml::LANGUAGE,
    "json" => tree_sitter_json::LANGUAGE,
    "toml" => tree_sitter_toml_ng::LANGUAGE,
    "xml" => tree_sitter_xml::LANGUAGE_XML,
    "dtd" => tree_sitter_xml::LANGUAGE_DTD,
    "markdown" => tree_sitter_md::LANGUAGE,
    "hcl" => tree_sitter_hcl::LANGUAGE,
    "dockerfile" => tree_sitter_containerfile::LANGUAGE,
    "bash" => tree_sitter_bash::LANGUAGE,
    "lua" => tree_sitter_lua::LANGUAGE,
    "elixir" => tree_sitter_elixir::LANGUAGE,
    "haskell" => tree_sitter_haskell::LANGUAGE,
    "zig" => tree_sitter_zig::LANGUAGE,
    "dart" => tree_sitter_dart::LANGUAGE,
    "nix" => tree_sitter_nix::LANGUAGE,
    "protobuf" => tree_sitter_proto::LANGUAGE,
    "julia" => tree_sitter_julia::LANGUAGE,
    "ocaml" => tree_sitter_ocaml::LANGUAGE_OCAML,
    "ocaml-interface" => tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
    "erlang" => tree_sitter_erlang::LANGUAGE,
    "make" => tree_sitter_make::LANGUAGE,
    "cmake" => tree_sitter_cmake::LANGUAGE,
    "graphql" => tree_sitter_graphql::LANGUAGE,
    "objc" => tree_sitter_objc::LANGUAGE,
    "powershell" => tree_sitter_powershell::LANGUAGE,
    "starlark" => tree_sitter_starlark::LANGUAGE,
    "groovy" => tree_sitter_groovy::LANGUAGE,
    "gleam" => tree_sitter_gleam::LANGUAGE,
}
