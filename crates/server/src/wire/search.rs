//! Ranked search, as JSON.

use std::path::Path;

use quarry_engine::{Hit, SearchResponse};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ExplanationShape, milliseconds};

/// The few places that answer a question, best first.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Search")]
pub struct SearchDocument<'a> {
    schema: &'static str,
    query: &'a str,
    /// Top of the repository.
    root: String,
    /// Counts the changes of the index; answers of one generation belong together.
    generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What went less well than it could, or should be known to the reader.
    pub notices: &'a [String],
    elapsed_ms: f64,
    /// Best first.
    pub hits: Vec<HitShape<'a>>,
    /// Where that was asked: how the answer came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<ExplanationShape<'a>>,
}

/// A piece of a file that answers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitShape<'a> {
    /// From 1.
    rank: usize,
    path: &'a str,
    start_line: u32,
    end_line: u32,
    start_byte: u32,
    end_byte: u32,
    /// How well it fits; comparable only within one answer.
    score: f32,
    /// Where a model re-ranked: what it gave, from 0 to 100. The order is by this first.
    #[serde(skip_serializing_if = "Option::is_none")]
    rerank_score: Option<f32>,
    /// `keyword`, `semantic` or `both`.
    match_type: &'static str,
    /// Chunks of other files that say the same and are not shown.
    copies: usize,
    language: &'a str,
    /// The infrastructure dialect, if any.
    dialect: Option<&'a str>,
    /// `code`, `docs` or `config`.
    content_type: &'static str,
    /// The definition it belongs to.
    symbol: Option<SymbolShape<'a>>,
    block_type: Option<&'a str>,
    hierarchy: Option<&'a str>,
    /// Whole lines, from `first_line` on.
    text: &'a str,
    first_line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "HitSymbol")]
struct SymbolShape<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    /// Its head on one line.
    signature: &'a str,
    /// The line its name stands on.
    line: u32,
}

impl<'a> SearchDocument<'a> {
    /// What was found; how fresh it is and what else is to be known is left to fill in.
    pub fn of(response: &'a SearchResponse, query: &'a str, root: &Path) -> SearchDocument<'a> {
        SearchDocument {
            schema: "quarry.search.v1",
            query,
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: &[],
            elapsed_ms: milliseconds(response.elapsed),
            hits: (1..).zip(&response.hits).map(|(rank, hit)| HitShape::of(rank, hit)).collect(),
            explanation: response.explanation.as_ref().map(ExplanationShape::of),
        }
    }
}

impl<'a> HitShape<'a> {
    /// One hit at its rank.
    pub(super) fn of(rank: usize, hit: &'a Hit) -> HitShape<'a> {
        HitShape {
            rank,
            path: hit.path.as_str(),
            start_line: hit.span.start_line,
            end_line: hit.span.end_line,
            start_byte: hit.span.start,
            end_byte: hit.span.end,
            score: hit.score,
            rerank_score: hit.rerank_score,
            match_type: hit.match_type.as_str(),
            copies: hit.n_copies,
            language: hit.language.as_str(),
            dialect: hit.dialect.as_ref().map(|dialect| dialect.as_str()),
            content_type: hit.content_type.as_str(),
            symbol: hit.symbol.as_ref().map(|symbol| SymbolShape {
                kind: symbol.kind.as_str(),
                name: &symbol.name,
                qualified_name: &symbol.qualified_name,
                signature: &symbol.signature,
                line: symbol.line,
            }),
            block_type: hit.block_type.as_deref(),
            hierarchy: hit.hierarchy.as_deref(),
            text: &hit.text,
            first_line: hit.first_line,
        }
    }
}
