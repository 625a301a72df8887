//! What the code graph knows, as JSON: definitions, their users, what they use.
//!
//! Every use has its place, its sort and how sure it is: `import`, `same_file`, `unique_name` or `ambiguous`.

mod impact;
mod outline;
mod symbols;
mod uses;

use std::path::Path;
use std::time::Duration;

use quarry_engine::{Place, RelationAt, Symbol};
use schemars::JsonSchema;
use serde::Serialize;

use super::milliseconds;

pub use impact::ImpactDocument;
pub use outline::OutlineDocument;
pub use symbols::SymbolsDocument;
pub use uses::{DepsDocument, UsesDocument, WayDocument};

/// What is to be known about an answer of the graph, whatever was asked.
#[derive(Clone, Copy, Debug)]
pub struct GraphAnswered<'a> {
    /// Top of the repository.
    pub root: &'a Path,
    /// The generation that answered.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub is_fresh: bool,
    /// What should be known to the reader.
    pub notices: &'a [String],
    /// How long it took, without bringing the index up to date.
    pub elapsed: Duration,
}

/// The same as JSON, at the top of every document.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GraphHead")]
struct HeadShape<'a> {
    schema: &'static str,
    root: String,
    generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    fresh: bool,
    /// What should be known to the reader.
    notices: &'a [String],
    elapsed_ms: f64,
}

/// A definition, or a whole file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GraphPlace")]
struct PlaceShape<'a> {
    path: &'a str,
    language: &'a str,
    /// Null for the file as a whole.
    symbol: Option<SymbolShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GraphSymbol")]
struct SymbolShape<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    /// Where the name stands.
    line: u32,
    start_line: u32,
    end_line: u32,
}

/// A use of one place by another.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GraphUse")]
struct UseShape<'a> {
    /// Steps from what was asked about, from 1.
    depth: u32,
    /// `imports`, `calls`, `references`, `extends`, `implements` or `tests`.
    kind: &'static str,
    confidence: &'static str,
    /// How many definitions it may lead to.
    candidates: u32,
    /// Where the use stands; `line` and `text` are of this file.
    from: PlaceShape<'a>,
    line: u32,
    text: &'a str,
    /// Where it leads; null if too many definitions could be meant.
    to: Option<PlaceShape<'a>>,
}

fn head<'a>(schema: &'static str, answered: &GraphAnswered<'a>) -> HeadShape<'a> {
    HeadShape {
        schema,
        root: answered.root.to_string_lossy().into_owned(),
        generation: answered.generation,
        fresh: answered.is_fresh,
        notices: answered.notices,
        elapsed_ms: milliseconds(answered.elapsed),
    }
}

fn place(place: &Place) -> PlaceShape<'_> {
    PlaceShape {
        path: place.path.as_str(),
        language: place.language.as_str(),
        symbol: place.symbol.as_ref().map(symbol),
    }
}

fn symbol(symbol: &Symbol) -> SymbolShape<'_> {
    SymbolShape {
        kind: symbol.kind.as_str(),
        name: &symbol.name,
        qualified_name: &symbol.qualified_name,
        line: symbol.name_line,
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

fn relation(at: &RelationAt) -> UseShape<'_> {
    let relation = &at.relation;
    UseShape {
        depth: at.depth,
        kind: relation.kind.as_str(),
        confidence: relation.confidence.as_str(),
        candidates: relation.n_candidates,
        from: place(&relation.from),
        line: relation.line,
        text: &at.text,
        to: relation.to.as_ref().map(place),
    }
}
