//! What one run of indexing did, as JSON.

use std::path::Path;

use quarry_engine::IndexReport;
use schemars::JsonSchema;
use serde::Serialize;

use super::milliseconds;
use super::status::{ModelShape, SkippedShape, skipped};

/// What a run of indexing did, and what the index holds now.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IndexRun")]
pub struct IndexDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// Folder of the index.
    index: String,
    generation: u64,
    /// Whether it holds everything that was found.
    complete: bool,
    cancelled: bool,
    added: usize,
    changed: usize,
    removed: usize,
    unchanged: usize,
    files: usize,
    chunks: u64,
    bytes_read: u64,
    elapsed_ms: f64,
    notices: &'a [String],
    /// Whose vectors the index holds.
    model: Option<ModelShape<'a>>,
    /// Chunks that this run gave vectors.
    embedded: usize,
    /// Why some of it has no vectors; answers go by keyword there.
    model_problem: Option<&'a str>,
    skipped: Vec<SkippedShape<'a>>,
}

impl<'a> IndexDocument<'a> {
    /// A report of the index in the folder `index`.
    pub fn of(report: &'a IndexReport, index: &Path) -> IndexDocument<'a> {
        let manifest = &report.manifest;
        IndexDocument {
            schema: "quarry.index.v1",
            root: &manifest.root,
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
            notices: &report.notices,
            model: manifest.model.as_ref().map(ModelShape::of),
            embedded: report.n_embedded,
            model_problem: report.model_problem.as_deref(),
            skipped: skipped(&manifest.skipped),
        }
    }
}
