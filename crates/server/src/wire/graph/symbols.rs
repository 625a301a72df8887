//! The definitions of a name, as JSON.

use quarry_engine::Place;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::{GraphAnswered, HeadShape, PlaceShape, head, place};

/// The definitions of a name, or the one around a line.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Symbols")]
pub struct SymbolsDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// As typed.
    pub asked: Cow<'a, str>,
    /// How many there are, shown or not.
    pub total: usize,
    /// Definitions.
    pub symbols: Vec<DefinitionShape<'a>>,
}

/// A definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SymbolDefinition")]
pub struct DefinitionShape<'a> {
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceShape<'a>,
    /// The head of the definition on one line.
    pub signature: Cow<'a, str>,
    /// Its doc comment.
    pub doc: Cow<'a, str>,
}

impl<'a> SymbolsDocument<'a> {
    /// Of those that are shown, and how many there are.
    pub fn of(asked: &'a str, shown: &'a [Place], total: usize, answered: &GraphAnswered<'a>) -> SymbolsDocument<'a> {
        let shape = |found: &'a Place| {
            let symbol = found.symbol.as_ref();
            DefinitionShape {
                place: place(found),
                signature: symbol.map_or("", |symbol| &symbol.signature).into(),
                doc: symbol.map_or("", |symbol| &symbol.doc).into(),
            }
        };
        SymbolsDocument {
            head: head("quarry.symbol.v1", answered),
            asked: asked.into(),
            total,
            symbols: shown.iter().map(shape).collect(),
        }
    }
}
