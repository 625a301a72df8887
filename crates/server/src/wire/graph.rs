//! What the code graph knows, as JSON: definitions, their users, what they use.
//!
//! Every use has its place, its sort and how sure it is: `import`, `same_file`, `unique_name` or `ambiguous`.

mod impact;
mod outline;
mod symbols;
mod uses;

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use quarry_engine::{Place, RelationAt, Symbol};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;

pub use impact::{AffectedShape, ImpactDocument};
pub use outline::{OutlineDocument, OutlinedShape};
pub use symbols::{DefinitionShape, SymbolsDocument};
pub use uses::{DepsDocument, FoundShape, OutsideShape, UsesDocument, WayDocument};

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
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphHead")]
pub struct HeadShape<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// Top of the repository.
    pub root: String,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
}

/// A definition, or a whole file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphPlace")]
pub struct PlaceShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// Null for the file as a whole.
    pub symbol: Option<GraphSymbolShape<'a>>,
}

/// A definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphSymbol")]
pub struct GraphSymbolShape<'a> {
    /// What sort it is.
    pub kind: Cow<'static, str>,
    /// Its own name.
    pub name: Cow<'a, str>,
    /// With the names it stands in.
    pub qualified_name: Cow<'a, str>,
    /// Where the name stands.
    pub line: u32,
    /// From 1.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
}

/// A use of one place by another.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GraphUse")]
pub struct UseShape<'a> {
    /// Steps from what was asked about, from 1.
    pub depth: u32,
    /// `imports`, `calls`, `references`, `extends`, `implements` or `tests`.
    pub kind: Cow<'static, str>,
    /// How sure it is.
    pub confidence: Cow<'static, str>,
    /// How many definitions it may lead to.
    pub candidates: u32,
    /// Where the use stands; `line` and `text` are of this file.
    pub from: PlaceShape<'a>,
    /// From 1.
    pub line: u32,
    /// The line itself.
    pub text: Cow<'a, str>,
    /// Where it leads; null if too many definitions could be meant.
    pub to: Option<PlaceShape<'a>>,
}

fn head<'a>(schema: &'static str, answered: &GraphAnswered<'a>) -> HeadShape<'a> {
    HeadShape {
        schema: schema.into(),
        root: answered.root.to_string_lossy().into_owned(),
        generation: answered.generation,
        fresh: answered.is_fresh,
        notices: answered.notices.into(),
        elapsed_ms: milliseconds(answered.elapsed),
    }
}

fn place(place: &Place) -> PlaceShape<'_> {
    PlaceShape {
        path: place.path.as_str().into(),
        language: place.language.as_str().into(),
        symbol: place.symbol.as_ref().map(symbol),
    }
}

fn symbol(symbol: &Symbol) -> GraphSymbolShape<'_> {
    GraphSymbolShape {
        kind: symbol.kind.as_str().into(),
        name: Cow::Borrowed(&symbol.name),
        qualified_name: Cow::Borrowed(&symbol.qualified_name),
        line: symbol.name_line,
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
    }
}

fn relation(at: &RelationAt) -> UseShape<'_> {
    let relation = &at.relation;
    UseShape {
        depth: at.depth,
        kind: relation.kind.as_str().into(),
        confidence: relation.confidence.as_str().into(),
        candidates: relation.n_candidates,
        from: place(&relation.from),
        line: relation.line,
        text: Cow::Borrowed(&at.text),
        to: relation.to.as_ref().map(place),
    }
}
