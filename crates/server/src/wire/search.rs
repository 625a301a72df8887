//! Ranked search, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::{Hit, HitSymbol, SearchResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EdgeShape, ExplanationShape, RelatedFileShape, milliseconds};

/// The few places that answer a question, best first.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Search")]
pub struct SearchDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// As asked.
    pub query: Cow<'a, str>,
    /// Top of the repository.
    pub root: String,
    /// Counts the changes of the index; answers of one generation belong together.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What went less well than it could, or should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
    /// Files that the index holds.
    #[serde(default)]
    pub indexed_files: usize,
    /// Best first.
    pub hits: Vec<HitShape<'a>>,
    /// Other files that belong to the hits, along the code graph; the most closely tied first.
    #[serde(default)]
    pub related: Vec<RelatedFileShape<'a>>,
    /// Who uses whom among the files of the hits and the related ones.
    #[serde(default)]
    pub graph: Vec<EdgeShape<'a>>,
    /// Where that was asked: how the answer came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<ExplanationShape<'a>>,
}

/// A piece of a file that answers.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitShape<'a> {
    /// From 1.
    pub rank: usize,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// From 1.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// From 0.
    pub start_byte: u32,
    /// Not included.
    pub end_byte: u32,
    /// How well it fits; comparable only within one answer.
    pub score: f32,
    /// Where a model re-ranked: what it gave, from 0 to 100. The order is by this first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank_score: Option<f32>,
    /// `keyword`, `semantic` or `both`.
    pub match_type: Cow<'static, str>,
    /// Chunks of other files that say the same and are not shown.
    pub copies: usize,
    /// Its name.
    pub language: Cow<'a, str>,
    /// The infrastructure dialect, if any.
    pub dialect: Option<Cow<'a, str>>,
    /// `code`, `docs` or `config`.
    pub content_type: Cow<'static, str>,
    /// The definition it belongs to.
    pub symbol: Option<SymbolShape<'a>>,
    /// Of infrastructure files: what sort of block it is.
    pub block_type: Option<Cow<'a, str>>,
    /// Of infrastructure files: the names of the blocks around it, and its own.
    pub hierarchy: Option<Cow<'a, str>>,
    /// Whole lines, from `first_line` on.
    pub text: Cow<'a, str>,
    /// The line that `text` begins with.
    pub first_line: u32,
}

/// A definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HitSymbol")]
pub struct SymbolShape<'a> {
    /// What sort it is.
    pub kind: Cow<'static, str>,
    /// Its own name.
    pub name: Cow<'a, str>,
    /// With the names it stands in.
    pub qualified_name: Cow<'a, str>,
    /// Its head on one line.
    pub signature: Cow<'a, str>,
    /// The line its name stands on.
    pub line: u32,
}

impl<'a> SearchDocument<'a> {
    /// What was found; how fresh it is and what else is to be known is left to fill in.
    pub fn of(response: &'a SearchResponse, query: &'a str, root: &Path) -> SearchDocument<'a> {
        SearchDocument {
            schema: "quarry.search.v1".into(),
            query: query.into(),
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: Cow::Borrowed(&[]),
            indexed_files: 0,
            elapsed_ms: milliseconds(response.elapsed),
            hits: (1..).zip(&response.hits).map(|(rank, hit)| HitShape::of(rank, hit)).collect(),
            related: response.expansion.related.iter().map(RelatedFileShape::of).collect(),
            graph: response.expansion.edges.iter().map(EdgeShape::of).collect(),
            explanation: response.explanation.as_ref().map(ExplanationShape::of),
        }
    }
}

impl<'a> HitShape<'a> {
    /// One hit at its rank.
    pub fn of(rank: usize, hit: &'a Hit) -> HitShape<'a> {
        HitShape {
            rank,
            path: hit.path.as_str().into(),
            start_line: hit.span.start_line,
            end_line: hit.span.end_line,
            start_byte: hit.span.start,
            end_byte: hit.span.end,
            score: hit.score,
            rerank_score: hit.rerank_score,
            match_type: hit.match_type.as_str().into(),
            copies: hit.n_copies,
            language: hit.language.as_str().into(),
            dialect: hit.dialect.as_ref().map(|dialect| dialect.as_str().into()),
            content_type: hit.content_type.as_str().into(),
            symbol: hit.symbol.as_ref().map(SymbolShape::of),
            block_type: hit.block_type.as_deref().map(Cow::Borrowed),
            hierarchy: hit.hierarchy.as_deref().map(Cow::Borrowed),
            text: Cow::Borrowed(&hit.text),
            first_line: hit.first_line,
        }
    }
}

impl<'a> SymbolShape<'a> {
    pub(super) fn of(symbol: &'a HitSymbol) -> SymbolShape<'a> {
        SymbolShape {
            kind: symbol.kind.as_str().into(),
            name: Cow::Borrowed(&symbol.name),
            qualified_name: Cow::Borrowed(&symbol.qualified_name),
            signature: Cow::Borrowed(&symbol.signature),
            line: symbol.line,
        }
    }
}
