//! The definitions of a name, as JSON.

use quarry_engine::Place;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GraphAnswered, HeadShape, PlaceShape, head, place};

/// The definitions of a name, or the one around a line.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Symbols")]
pub struct SymbolsDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    /// As typed.
    asked: &'a str,
    /// How many there are, shown or not.
    total: usize,
    symbols: Vec<DefinitionShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SymbolDefinition")]
struct DefinitionShape<'a> {
    #[serde(flatten)]
    place: PlaceShape<'a>,
    /// The head of the definition on one line.
    signature: &'a str,
    doc: &'a str,
}

impl<'a> SymbolsDocument<'a> {
    /// Of those that are shown, and how many there are.
    pub fn of(asked: &'a str, shown: &'a [Place], total: usize, answered: &GraphAnswered<'a>) -> SymbolsDocument<'a> {
        let shape = |found: &'a Place| {
            let symbol = found.symbol.as_ref();
            DefinitionShape {
                place: place(found),
                signature: symbol.map_or("", |symbol| &symbol.signature),
                doc: symbol.map_or("", |symbol| &symbol.doc),
            }
        };
        SymbolsDocument {
            head: head("quarry.symbol.v1", answered),
            asked,
            total,
            symbols: shown.iter().map(shape).collect(),
        }
    }
}
