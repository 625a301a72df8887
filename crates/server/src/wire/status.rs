//! What an index holds, as JSON.

use std::path::Path;

use quarry_engine::{SkippedRecord, Status, VectorModel};
use schemars::JsonSchema;
use serde::Serialize;

/// What an index holds and what it left out.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Status")]
pub struct StatusDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// Folder of the index.
    index: String,
    /// On disk.
    bytes: u64,
    generation: u64,
    /// Seconds since 1970.
    committed_at: u64,
    complete: bool,
    files: usize,
    chunks: u64,
    symbols: u64,
    lines: u64,
    /// Whose vectors the index holds.
    model: Option<ModelShape<'a>>,
    embedded_files: usize,
    embedded_chunks: u64,
    languages: Vec<LanguageCountShape<'a>>,
    health: HealthShape,
    /// Files that did not parse cleanly.
    unhealthy: Vec<UnhealthyShape<'a>>,
    skipped: Vec<SkippedShape<'a>>,
}

/// The model of an index.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Model")]
pub struct ModelShape<'a> {
    name: &'a str,
    revision: &'a str,
    dimension: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LanguageCount")]
struct LanguageCountShape<'a> {
    language: &'a str,
    files: usize,
    lines: u64,
    chunks: u64,
    symbols: u64,
}

/// Files by how well they parsed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Health")]
struct HealthShape {
    ok: usize,
    partial: usize,
    error: usize,
    no_grammar: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Unhealthy")]
struct UnhealthyShape<'a> {
    path: &'a str,
    status: &'static str,
    errors: u32,
}

/// A path that was left out, and why.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Skipped")]
pub(super) struct SkippedShape<'a> {
    path: &'a str,
    reason: &'a str,
    detail: &'a str,
}

pub(super) fn skipped(records: &[SkippedRecord]) -> Vec<SkippedShape<'_>> {
    records
        .iter()
        .map(|record| SkippedShape { path: record.path.as_str(), reason: &record.reason, detail: &record.detail })
        .collect()
}

impl<'a> ModelShape<'a> {
    /// The model of an index.
    pub fn of(model: &'a VectorModel) -> ModelShape<'a> {
        ModelShape { name: &model.name, revision: &model.revision, dimension: model.dimension }
    }
}

impl<'a> StatusDocument<'a> {
    /// What the index in the folder `index` holds.
    pub fn of(status: &'a Status, index: &Path) -> StatusDocument<'a> {
        let manifest = &status.manifest;
        let languages = status.languages.iter().map(|count| LanguageCountShape {
            language: &count.language,
            files: count.n_files,
            lines: count.n_lines,
            chunks: count.n_chunks,
            symbols: count.n_symbols,
        });
        let [ok, partial, error, no_grammar] = status.health.map(|(_, n_files)| n_files);
        let unhealthy = status.unhealthy().map(|record| UnhealthyShape {
            path: record.path.as_str(),
            status: record.health.status.as_str(),
            errors: record.health.n_errors,
        });
        StatusDocument {
            schema: "quarry.status.v1",
            root: &manifest.root,
            index: index.to_string_lossy().into_owned(),
            bytes: status.n_bytes,
            generation: manifest.generation,
            committed_at: manifest.committed_at,
            complete: manifest.complete,
            files: manifest.files.len(),
            chunks: manifest.n_chunks(),
            symbols: status.languages.iter().map(|count| count.n_symbols).sum(),
            lines: status.languages.iter().map(|count| count.n_lines).sum(),
            model: manifest.model.as_ref().map(ModelShape::of),
            embedded_files: status.embedded.n_files,
            embedded_chunks: status.embedded.n_chunks,
            languages: languages.collect(),
            health: HealthShape { ok, partial, error, no_grammar },
            unhealthy: unhealthy.collect(),
            skipped: skipped(&manifest.skipped),
        }
    }
}
