//! How far indexing is, as JSON.

use schemars::JsonSchema;
use serde::Serialize;

/// What indexing is doing, and how much of it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Indexing")]
pub struct IndexingShape {
    /// `waiting`, `discovering`, `indexing`, `embedding`, `committing`, or `idle`.
    pub doing: &'static str,
    /// Files read and chunks embedded, in this run.
    pub done: usize,
    /// Of so many, as far as is known.
    pub total: usize,
}
