//! The definitions of a file, as JSON.

use quarry_engine::Outline;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::{GraphAnswered, GraphSymbolShape, HeadShape, head, symbol};

/// The definitions of a file, in order.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Outline")]
pub struct OutlineDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// Whether the file on disk is another one than was indexed.
    pub stale: bool,
    /// Definitions.
    pub symbols: Vec<OutlinedShape<'a>>,
}

/// A definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OutlinedSymbol")]
pub struct OutlinedShape<'a> {
    /// The definition it belongs to.
    #[serde(flatten)]
    pub symbol: GraphSymbolShape<'a>,
    /// The head of the definition on one line.
    pub signature: Cow<'a, str>,
    /// Its doc comment.
    pub doc: Cow<'a, str>,
    /// The symbol it stands in, as a place in this list, from 0; null at the top.
    pub parent: Option<u32>,
}

impl<'a> OutlineDocument<'a> {
    /// Of a file.
    pub fn of(outline: &'a Outline, answered: &GraphAnswered<'a>) -> OutlineDocument<'a> {
        OutlineDocument {
            head: head("quarry.outline.v1", answered),
            path: outline.path.as_str().into(),
            language: outline.language.as_str().into(),
            stale: outline.is_stale,
            symbols: outline
                .symbols
                .iter()
                .map(|one| OutlinedShape {
                    symbol: symbol(one),
                    signature: Cow::Borrowed(&one.signature),
                    doc: Cow::Borrowed(&one.doc),
                    parent: one.parent,
                })
                .collect(),
        }
    }
}
