//! The repositories of a server, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::IndexingShape;

/// All repositories of a server.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Repositories")]
pub struct RepositoriesDocument {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// In the order they were named.
    pub repositories: Vec<RepositoryShape>,
}

/// A repository and the state of its index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Repository")]
pub struct RepositoryShape {
    /// What other requests take as `repository`.
    pub name: String,
    /// Top of the repository.
    pub root: String,
    /// That answers now; null before the first index.
    pub generation: Option<u64>,
    /// How many files.
    pub files: usize,
    /// How far it is.
    pub indexing: IndexingShape,
}

/// A page of the list of indexed files.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Files")]
pub struct FilesDocument<'a> {
    pub(crate) schema: &'static str,
    /// Top of the repository.
    pub(crate) root: String,
    pub(crate) generation: u64,
    /// By path.
    pub(crate) files: Vec<FileShape<'a>>,
    /// Where the next page begins: send it as `after`. Null on the last page.
    pub(crate) next_after: Option<&'a str>,
}

/// An indexed file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "File")]
pub(crate) struct FileShape<'a> {
    pub(crate) path: &'a str,
    pub(crate) bytes: u64,
    pub(crate) language: &'a str,
    pub(crate) dialect: Option<&'a str>,
    /// `code`, `docs` or `config`.
    pub(crate) content_type: &'static str,
    pub(crate) lines: u32,
    pub(crate) chunks: u32,
    pub(crate) symbols: u32,
    /// How well it parsed: `ok`, `partial`, `error` or `no_grammar`.
    pub(crate) health: &'static str,
}

/// Lines of an indexed file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FileText")]
pub struct FileTextDocument<'a> {
    pub(crate) schema: &'static str,
    /// Top of the repository.
    pub(crate) root: String,
    pub(crate) generation: u64,
    pub(crate) file: FileShape<'a>,
    /// From 1.
    pub(crate) first_line: usize,
    /// Included.
    pub(crate) last_line: usize,
    /// The file has so many.
    pub(crate) total_lines: usize,
    pub(crate) text: &'a str,
}
