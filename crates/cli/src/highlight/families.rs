//! The table of language families: what begins a comment, a quote, a key, and which words are keywords.

/// How text is quoted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quote {
    /// Between two marks, over lines.
    Block(&'static str, &'static str),
    /// Between two equal marks, on one line.
    Line(&'static str),
    /// One letter between apostrophes.
    Letter,
}

/// What languages of one family have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    pub(super) languages: &'static [&'static str],
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    pub(super) quotes: &'static [Quote],
    keywords: &'static str,
    /// Keywords are written in any case.
    any_case: bool,
    /// What belongs to a word beside letters, digits and `_`.
    pub(super) word_letters: &'static str,
    /// Words in upper and lower case are types.
    pub(super) has_types: bool,
    /// `<name` is a tag.
    pub(super) has_tags: bool,
    /// What stands between a key and its value.
    pub(super) key_mark: Option<char>,
}

impl Family {
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        let fits = |keyword: &str| keyword == word || self.any_case && keyword.eq_ignore_ascii_case(word);
        self.keywords.split_ascii_whitespace().any(fits)
    }
}

/// The family of a language; the first that names it.
pub(super) fn of(language: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.languages.contains(&language))
}

const C_LIKE: Family = Family {
    languages: &[],
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote::Line("\""), Quote::Letter],
    keywords: "",
    any_case: false,
    word_letters: "",
    has_types: true,
    has_tags: false,
    key_mark: None,
};

const HASH: Family =
    Family { line_comments: &["#"], block_comments: &[], quotes: &[Quote::Line("\""), Quote::Line("'")], ..C_LIKE };

const SETTINGS: Family = Family { has_types: false, ..HASH };

const JAVASCRIPT: &str = "abstract as async await break case catch class const constructor continue debugger declare \
    default delete do else enum export extends false finally for from function get if implements import in infer \
    instanceof interface is keyof let namespace new null of override private protected public readonly return \
    satisfies set static super switch this throw true try type typeof undefined var void while with yield any \
    boolean never number object string symbol unknown";

const FAMILIES: &[Family] = &[
    Family {
        languages: &["rust"],
        quotes: &[Quote::Block("r#\"", "\"#"), Quote::Block("\"", "\""), Quote::Letter],
        keywords: "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match \
            mod move mut pub ref return self Self static struct super trait true type union unsafe use where while yield \
            bool char str i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64",
        ..C_LIKE
    },
    Family {
        languages: &["python", "starlark"],
        quotes: &[Quote::Block("\"\"\"", "\"\"\""), Quote::Block("'''", "'''"), Quote::Line("\""), Quote::Line("'")],
        keywords: "and as assert async await break case class continue def del elif else except False finally for from \
            global if import in is lambda load match None nonlocal not or pass raise return self cls True try while with \
            yield",
        ..HASH
    },
    Family {
        languages: &["javascript", "typescript", "tsx", "graphql", "solidity"],
        line_comments: &["//"],
        quotes: &[Quote::Line("\""), Quote::Line("'"), Quote::Block("`", "`")],
        keywords: JAVASCRIPT,
        word_letters: "$",
        ..C_LIKE
    },
    Family {
        languages: &["go", "gotmpl"],
        quotes: &[Quote::Line("\""), Quote::Block("`", "`"), Quote::Letter],
        keywords: "any bool break byte case chan complex128 complex64 const continue default defer else error \
            fallthrough false float32 float64 for func go goto if import int int16 int32 int64 int8 interface iota map nil \
            package range return rune select string struct switch true type uint uint16 uint32 uint64 uint8 uintptr var \
            make new len cap append",
        ..C_LIKE
    },
    Family {
        languages: &["c", "cpp", "objc"],
        keywords: "alignas alignof auto bool break case catch char class co_await co_return co_yield concept const \
            consteval constexpr const_cast continue decltype default define delete do double dynamic_cast elif else endif \
            enum error explicit export extern false final float for friend goto if ifdef ifndef include inline int \
            interface implementation end long mutable namespace new noexcept nullptr NULL operator override pragma private \
            property protected protocol public register reinterpret_cast requires restrict return self short signed \
            size_t sizeof static static_assert static_cast struct super switch template this thread_local throw true try \
            typedef typeid typename undef union unsigned using virtual void volatile wchar_t while id nil YES NO",
        ..C_LIKE
    },
    Family {
        languages: &["java", "kotlin", "scala", "csharp", "swift", "dart", "groovy"],
        quotes: &[Quote::Block("\"\"\"", "\"\"\""), Quote::Line("\""), Quote::Letter, Quote::Line("'")],
        keywords: "abstract actor as assert associatedtype async await base bool boolean break byte case catch char \
            checked class companion const constructor continue convenience data deinit decimal def default defer \
            deferred delegate deprecated do double dynamic else enum event explicit export extension extends extern \
            external factory fallthrough false final finally fixed float for foreach forSome fun func get given goto guard \
            if implements implicit import in indirect infix init inline inner inout instanceof int interface internal is \
            late lateinit lazy let library lock long match mixin mutating namespace native new nil null object on open \
            operator out override package params part private protected protocol public readonly record ref reified \
            repeat required rethrows return sbyte sealed self Self set short static strictfp string struct subscript \
            super suspend switch synchronized then this throw throws trait transient true try type typealias typeof uint \
            ulong unowned unsafe ushort using val var vararg virtual void volatile weak when where while with yield",
        ..C_LIKE
    },
    Family {
        languages: &["php"],
        line_comments: &["//", "#"],
        quotes: &[Quote::Line("\""), Quote::Line("'")],
        keywords: "abstract and array as bool break callable case catch class clone const continue declare default do \
            echo else elseif empty enum extends false final finally float fn for foreach function global goto if \
            implements include include_once instanceof insteadof int interface isset iterable list match mixed namespace \
            new null or parent print private protected public readonly require require_once return self static string \
            switch throw trait true try unset use var void while xor yield",
        word_letters: "$",
        ..C_LIKE
    },
    Family {
        languages: &["zig", "gleam", "protobuf"],
        keywords: "addrspace align allowzero and anyframe anytype as asm assert async await bool break callconv case \
            catch comptime const continue defer else enum errdefer error export extern false float fn for if import \
            inline int32 int64 let linksection map message noalias noinline nosuspend null oneof opaque option optional \
            or orelse package packed panic pub repeated reserved resume return returns rpc service string struct suspend \
            switch syntax test threadlocal todo true try type undefined union unreachable use usingnamespace var void \
            volatile while u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64",
        ..C_LIKE
    },
    Family {
        languages: &["ruby", "elixir", "julia", "r", "perl", "nix", "just", "make", "cmake"],
        quotes: &[Quote::Block("\"\"\"", "\"\"\""), Quote::Block("''", "''"), Quote::Line("\""), Quote::Line("'")],
        keywords: "abstract after alias and assert attr_accessor attr_reader begin break case catch class cond const \
            continue def defexception defimpl defined defmacro defmodule defp defprotocol defstruct do else elseif elsif \
            end endforeach endfunction endif ensure exit export extend false fn for foreach foreign function global if \
            import in include inherit inherits is let library local loop macro module mutable my nil next new not or our \
            override package primitive private protected public quote raise rec receive redo repeat require rescue retry \
            return self set shift source struct sub super then try true TRUE FALSE NULL undef unless until use using \
            var when where while with yield ifeq ifneq ifdef endef define",
        word_letters: "$@?!",
        ..HASH
    },
    Family {
        languages: &["bash", "powershell", "vim"],
        keywords: "alias begin break case continue declare do done echo elif else end esac eval exec exit export fi for \
            foreach function if in let local param process readonly return select set shift source then trap try catch \
            finally throw unset until while endif endfunction endfor call autocmd",
        word_letters: "$",
        has_types: false,
        any_case: false,
        ..HASH
    },
    Family {
        languages: &["lua", "haskell", "sql", "ini"],
        line_comments: &["--", ";"],
        block_comments: &[("--[[", "]]"), ("{-", "-}"), ("/*", "*/")],
        quotes: &[Quote::Block("[[", "]]"), Quote::Line("\""), Quote::Letter, Quote::Line("'")],
        keywords: "add all alter and as asc begin between break by case check class column commit constraint create \
            cross data database default delete deriving desc distinct do drop else elseif end exists false family for \
            foreign forall from full function goto grant group having if import in index inner insert instance into is \
            join key left let like limit local module newtype nil not null of offset on or order outer primary \
            qualified references repeat replace return returns right rollback select set table then transaction trigger \
            true type union unique until update using values view when where while with",
        any_case: true,
        ..C_LIKE
    },
    Family {
        languages: &["ocaml", "ocaml-interface", "pascal", "fortran", "erlang"],
        line_comments: &["!", "%", "//"],
        block_comments: &[("(*", "*)"), ("{", "}")],
        quotes: &[Quote::Line("\""), Quote::Letter],
        keywords: "after allocatable allocate and array as assert begin call case catch class constraint constructor \
            contains cycle destructor dimension div do done downto else elseif end enddo endif exception exit external \
            false for fun function functor if implementation implicit in include inherit inherited inherits initializer \
            integer intent interface lazy let logical match method mod module mutable new nil none nonrec not object of \
            only open operator or otherwise override parameter pointer print private procedure program property public \
            pure raise real rec receive record recursive repeat result return sig str struct subroutine then to true try \
            type unit until uses val var virtual when where while with xor",
        any_case: true,
        ..C_LIKE
    },
    Family {
        languages: &["clojure", "lisp", "assembly"],
        line_comments: &[";"],
        block_comments: &[],
        quotes: &[Quote::Line("\"")],
        keywords: "def defn defmacro defun defvar ns let if cond do fn loop recur when lambda setq require nil true false",
        word_letters: "-*?!",
        has_types: false,
        ..C_LIKE
    },
    Family { languages: &["yaml", "dockerfile"], keywords: YAML, key_mark: Some(':'), word_letters: "-./", ..SETTINGS },
    Family { languages: &["toml", "hcl"], keywords: TOML, key_mark: Some('='), word_letters: "-.", ..SETTINGS },
    Family {
        languages: &["json"],
        line_comments: &["//"],
        quotes: &[Quote::Line("\"")],
        keywords: "true false null",
        key_mark: Some(':'),
        ..SETTINGS
    },
    Family {
        languages: &["css", "scss"],
        quotes: &[Quote::Line("\""), Quote::Line("'")],
        keywords: "import media include mixin use forward if else for each important keyframes supports",
        word_letters: "-",
        has_types: false,
        key_mark: Some(':'),
        ..C_LIKE
    },
    Family {
        languages: &["html", "xml", "vue", "svelte", "dtd"],
        line_comments: &[],
        block_comments: &[("<!--", "-->")],
        quotes: &[Quote::Line("\"")],
        word_letters: "-:",
        has_types: false,
        has_tags: true,
        ..C_LIKE
    },
];

const YAML: &str = "true false null yes no on off FROM RUN COPY ADD CMD ENTRYPOINT ENV ARG WORKDIR EXPOSE USER LABEL \
    VOLUME HEALTHCHECK SHELL STOPSIGNAL ONBUILD AS";
const TOML: &str = "true false null resource data variable output module provider locals terraform for in if";
