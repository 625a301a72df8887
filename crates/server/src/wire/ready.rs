//! How fresh an index is, as JSON.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How fresh an index is, and what should be known before it is asked.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Ready")]
pub struct ReadyDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'a, str>,
    /// What other requests take as `repository`.
    pub repository: Cow<'a, str>,
    /// Top of the repository.
    pub root: Cow<'a, str>,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Seconds since 1970.
    pub committed_at: u64,
    /// Files that the index holds.
    pub files: usize,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// Why some of it has no vectors; answers go by keyword there.
    pub model_problem: Option<Cow<'a, str>>,
    /// Longer lines are cut when they are shown; the setting `search.max_line_chars`.
    pub max_line_chars: usize,
}
