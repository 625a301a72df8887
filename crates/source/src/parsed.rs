//! Everything that one file's text says.

use crate::{Chunk, ContentType, Import, Language, Reference, Symbol};

/// How well a file could be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParseStatus {
    /// No error in the syntax tree.
    Ok,
    /// Some parts are errors, the rest is usable.
    Partial,
    /// The tree is one error, or parsing was given up.
    Error,
    /// No grammar for this language: cut by lines, no symbols.
    NoGrammar,
}

impl ParseStatus {
    /// Every status; the position of a status is its stored number.
    pub const ALL: [ParseStatus; 4] =
        [ParseStatus::Ok, ParseStatus::Partial, ParseStatus::Error, ParseStatus::NoGrammar];

    /// The word users read.
    pub fn as_str(self) -> &'static str {
        match self {
            ParseStatus::Ok => "ok",
            ParseStatus::Partial => "partial",
            ParseStatus::Error => "error",
            ParseStatus::NoGrammar => "no_grammar",
        }
    }
}

/// Parse status and how many errors the tree holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Health {
    /// The verdict.
    pub status: ParseStatus,
    /// Error and missing nodes in the syntax tree.
    pub n_errors: u32,
}

/// One file, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// What it is written in.
    pub language: Language,
    /// The infrastructure dialect, if it is one: `github-actions`, `kubernetes`, `docker-compose`.
    pub dialect: Option<Language>,
    /// What it is for.
    pub content_type: ContentType,
    /// How well it parsed.
    pub health: Health,
    /// In order of their first byte; together they hold every non-blank line.
    pub chunks: Vec<Chunk>,
    /// In order of their first byte, parents before children.
    pub symbols: Vec<Symbol>,
    /// In order of their first byte.
    pub references: Vec<Reference>,
    /// In order of their line.
    pub imports: Vec<Import>,
}
