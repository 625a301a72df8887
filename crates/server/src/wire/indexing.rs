//! How far indexing is, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What indexing is doing, and how much of it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Indexing")]
pub struct IndexingShape {
    /// `waiting`, `discovering`, `indexing`, `embedding`, `committing`, or `idle`.
    pub doing: Cow<'static, str>,
    /// Files read and chunks embedded, in this run.
    pub done: usize,
    /// Of so many, as far as is known.
    pub total: usize,
}
