//! What one run of indexing did, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::IndexReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;
use super::status::{ModelShape, SkippedShape, skipped};

/// What a run of indexing did, and what the index holds now.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "IndexRun")]
pub struct IndexDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// Top of the repository.
    pub root: Cow<'a, str>,
    /// Folder of the index.
    pub index: String,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether it holds everything that was found.
    pub complete: bool,
    /// Whether it was stopped.
    pub cancelled: bool,
    /// Files.
    pub added: usize,
    /// Files.
    pub changed: usize,
    /// Files.
    pub removed: usize,
    /// Files.
    pub unchanged: usize,
    /// How many files.
    pub files: usize,
    /// Pieces that files were cut into.
    pub chunks: u64,
    /// Of all files that were read.
    pub bytes_read: u64,
    /// How long it took.
    pub elapsed_ms: f64,
    /// What should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// Whose vectors the index holds.
    pub model: Option<ModelShape<'a>>,
    /// Chunks that this run gave vectors.
    pub embedded: usize,
    /// Why some of it has no vectors; answers go by keyword there.
    pub model_problem: Option<Cow<'a, str>>,
    /// Paths that were left out, and why.
    pub skipped: Vec<SkippedShape<'a>>,
}

impl<'a> IndexDocument<'a> {
    /// A report of the index in the folder `index`.
    pub fn of(report: &'a IndexReport, index: &Path) -> IndexDocument<'a> {
        let manifest = &report.manifest;
        IndexDocument {
            schema: "quarry.index.v1".into(),
            root: Cow::Borrowed(&manifest.root),
            index: index.to_string_lossy().into_owned(),
            generation: manifest.generation,
            complete: manifest.complete,
            cancelled: report.cancelled,
            added: report.n_added,
            changed: report.n_changed,
            removed: report.n_removed,
            unchanged: report.n_unchanged,
            files: manifest.files.len(),
            chunks: manifest.n_chunks(),
            bytes_read: report.n_bytes,
            elapsed_ms: milliseconds(report.elapsed),
            notices: Cow::Borrowed(&report.notices),
            model: manifest.model.as_ref().map(ModelShape::of),
            embedded: report.n_embedded,
            model_problem: report.model_problem.as_deref().map(Cow::Borrowed),
            skipped: skipped(&manifest.skipped),
        }
    }
}
