//! What `symbol`, `impact` and `context` send: one shape for all, so that a model has to learn only one.

use schemars::JsonSchema;
use serde::Serialize;

use crate::wire::IndexingShape;

/// What the code graph knows about something.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "GraphAnswer")]
pub struct AgentGraph {
    /// The definitions or files that the answer is about, the first few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub subjects: Vec<String>,
    /// Nearest and surest first.
    pub found: Vec<AgentPlace>,
    /// How many there are in all, on this page or not.
    pub total: usize,
    /// Further places that are not among these: something else of that name may be meant there, or they are less sure than was
    /// asked for.
    pub ambiguous_sites: usize,
    /// Whether there is more that was not looked at.
    pub cut: bool,
    /// Whether the index holds the files as they are on disk now.
    pub fresh: bool,
    /// What should be known about the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub notices: Vec<String>,
    /// Present while files are being indexed: ask again later for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexing: Option<IndexingShape>,
    /// Present if there are more: call again with the same arguments and this cursor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A definition, a use, or an affected file.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "GraphPlaceFound")]
pub struct AgentPlace {
    /// Relative to the top of the repository.
    pub path: String,
    /// From 1.
    pub line: u32,
    /// Of a definition, included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_line: Option<u32>,
    /// Kind and name of the definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// How it is used: `calls`, `references`, `imports`, `extends`, `implements` or `tests`; in a context, how it is related.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<&'static str>,
    /// `import`, `same_file`, `unique_name` or `ambiguous`; the first two are what the source says, the others go by the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<&'static str>,
    /// Steps from what was asked about, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Whether an affected file is a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<bool>,
    /// The code; absent where the text content of the result holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}
