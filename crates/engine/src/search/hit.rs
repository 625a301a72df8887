//! One result.

use super::diversify::MatchType;
use quarry_source::{ContentType, Language, RepoPath, Span, Symbol, SymbolKind};

/// A chunk that answers, with what is needed to show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Where the file is.
    pub path: RepoPath,
    /// What the chunk covers.
    pub span: Span,
    /// How well it fits; comparable only within one answer.
    pub score: f32,
    /// What a model that re-ranks gave it, from 0 to 100; the order of hits is by this first.
    pub rerank_score: Option<f32>,
    /// How it was found.
    pub match_type: MatchType,
    /// Chunks of other files that say the same and are not shown.
    pub n_copies: usize,
    /// What the file is written in.
    pub language: Language,
    /// The infrastructure dialect, if any.
    pub dialect: Option<Language>,
    /// What the file is for.
    pub content_type: ContentType,
    /// The definition the chunk shows: the first that begins in it, or the innermost it lies in.
    pub symbol: Option<HitSymbol>,
    /// For infrastructure: what sort of block it is.
    pub block_type: Option<Box<str>>,
    /// For infrastructure: where the block stands.
    pub hierarchy: Option<Box<str>>,
    /// The lines from `first_line` on: the chunk with the lines asked for around it, whole lines, none cut.
    pub text: String,
    /// Number of the first line of `text`, from 1.
    pub first_line: u32,
}

/// The definition a hit belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitSymbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its name.
    pub name: Box<str>,
    /// Its name with what it stands in.
    pub qualified_name: Box<str>,
    /// Its head on one line.
    pub signature: Box<str>,
    /// The line its name stands on.
    pub line: u32,
}

impl HitSymbol {
    /// What is shown of a definition.
    pub(crate) fn of(symbol: &Symbol) -> HitSymbol {
        HitSymbol {
            kind: symbol.kind,
            name: symbol.name.clone(),
            qualified_name: symbol.qualified_name.clone(),
            signature: symbol.signature.clone(),
            line: symbol.name_line,
        }
    }
}
