//! The definitions of a file, as JSON.

use quarry_engine::Outline;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GraphAnswered, HeadShape, SymbolShape, head, symbol};

/// The definitions of a file, in order.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outline")]
pub struct OutlineDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    path: &'a str,
    language: &'a str,
    /// Whether the file on disk is another one than was indexed.
    stale: bool,
    symbols: Vec<OutlinedShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OutlinedSymbol")]
struct OutlinedShape<'a> {
    #[serde(flatten)]
    symbol: SymbolShape<'a>,
    /// The head of the definition on one line.
    signature: &'a str,
    doc: &'a str,
    /// The symbol it stands in, as a place in this list, from 0; null at the top.
    parent: Option<u32>,
}

impl<'a> OutlineDocument<'a> {
    /// Of a file.
    pub fn of(outline: &'a Outline, answered: &GraphAnswered<'a>) -> OutlineDocument<'a> {
        OutlineDocument {
            head: head("quarry.outline.v1", answered),
            path: outline.path.as_str(),
            language: outline.language.as_str(),
            stale: outline.is_stale,
            symbols: outline
                .symbols
                .iter()
                .map(|one| OutlinedShape {
                    symbol: symbol(one),
                    signature: &one.signature,
                    doc: &one.doc,
                    parent: one.parent,
                })
                .collect(),
        }
    }
}
