//! What MCP tools send as structured content: fewer fields than REST, because each is read, and paid for, by a model.

mod graph;

use schemars::JsonSchema;
use serde::Serialize;

use super::IndexingShape;

pub use graph::{AgentGraph, AgentPlace};

/// What `search` found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchAnswer")]
pub struct AgentSearch<'a> {
    /// Best first.
    pub hits: Vec<AgentHit<'a>>,
    /// Other files that belong to the hits, along the code graph; the most closely tied first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub related: Vec<AgentRelated<'a>>,
    /// Whether the index holds the files as they are on disk now.
    pub fresh: bool,
    /// What should be known about the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub notices: Vec<String>,
    /// Present while files are being indexed: ask again later for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexing: Option<IndexingShape>,
    /// Present if there are more hits: call again with the same arguments and this cursor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A piece of a file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SearchHit")]
pub struct AgentHit<'a> {
    /// Relative to the top of the repository.
    pub path: &'a str,
    /// From 1.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// Kind and name of the definition it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// Comparable only within one answer.
    pub score: f64,
    /// The code from `start_line` on; absent where the text content of the result holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A file that the hits use, or that uses them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RelatedPlace")]
pub struct AgentRelated<'a> {
    /// Relative to the top of the repository.
    pub path: &'a str,
    /// Where to look.
    pub line: u32,
    /// How it belongs to `of`: `calls`, `called_by`, `imports`, `imported_by`, `test_for`, `interface_of`, `sibling`.
    pub relationship: &'static str,
    /// A file of the hits, or one on the way from there.
    pub of: &'a str,
}

/// What `status` says.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StatusAnswer")]
pub struct AgentStatus {
    /// Every repository of the server.
    pub repositories: Vec<AgentRepository>,
}

/// What the index of one repository holds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RepositoryStatus")]
pub struct AgentRepository {
    /// The name that other tools take as `repository`.
    pub name: String,
    /// Top of the repository.
    pub root: String,
    /// Whether the index holds the files as they are on disk now.
    pub fresh: bool,
    /// Indexed files.
    pub files: usize,
    /// Pieces they were cut into.
    pub chunks: u64,
    /// Definitions in them.
    pub symbols: u64,
    /// Languages with their numbers of files, most first.
    pub languages: Vec<AgentLanguage>,
    /// Whose vectors the index holds; absent if answers go by keyword.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Paths that were left out, by reason.
    pub skipped: Vec<AgentSkipped>,
    /// Files that did not parse cleanly; their symbols may be incomplete.
    pub unhealthy: usize,
    /// What should be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub notices: Vec<String>,
    /// Present while files are being indexed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexing: Option<IndexingShape>,
}

/// Files of a language.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LanguageFiles")]
pub struct AgentLanguage {
    /// Its name.
    pub language: String,
    /// How many.
    pub files: usize,
}

/// Paths left out for a reason.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SkippedPaths")]
pub struct AgentSkipped {
    /// Why.
    pub reason: String,
    /// How many.
    pub paths: usize,
}
