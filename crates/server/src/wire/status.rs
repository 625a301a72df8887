//! What an index holds, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::{SkippedRecord, Status, VectorModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an index holds and what it left out.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Status")]
pub struct StatusDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// Top of the repository.
    pub root: Cow<'a, str>,
    /// Folder of the index.
    pub index: String,
    /// On disk.
    pub bytes: u64,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Seconds since 1970.
    pub committed_at: u64,
    /// Whether the last run came to its end.
    pub complete: bool,
    /// How many files.
    pub files: usize,
    /// Pieces that files were cut into.
    pub chunks: u64,
    /// Definitions.
    pub symbols: u64,
    /// Lines that match.
    pub lines: u64,
    /// Whose vectors the index holds.
    pub model: Option<ModelShape<'a>>,
    /// Files with vectors.
    pub embedded_files: usize,
    /// Chunks with vectors.
    pub embedded_chunks: u64,
    /// Most files first.
    pub languages: Vec<LanguageCountShape<'a>>,
    /// Files by how well they parsed.
    pub health: HealthShape,
    /// Files that did not parse cleanly.
    pub unhealthy: Vec<UnhealthyShape<'a>>,
    /// Paths that were left out, and why.
    pub skipped: Vec<SkippedShape<'a>>,
}

/// The model of an index.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Model")]
pub struct ModelShape<'a> {
    /// Its own name.
    pub name: Cow<'a, str>,
    /// Of the model.
    pub revision: Cow<'a, str>,
    /// Numbers of a vector.
    pub dimension: u32,
}

/// Files of a language.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LanguageCount")]
pub struct LanguageCountShape<'a> {
    /// Its name.
    pub language: Cow<'a, str>,
    /// How many files.
    pub files: usize,
    /// Lines that match.
    pub lines: u64,
    /// Pieces that files were cut into.
    pub chunks: u64,
    /// Definitions.
    pub symbols: u64,
}

/// Files by how well they parsed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Health")]
pub struct HealthShape {
    /// Without errors.
    pub ok: usize,
    /// With errors in parts.
    pub partial: usize,
    /// Not at all.
    pub error: usize,
    /// There is no grammar.
    pub no_grammar: usize,
}

/// A file that did not parse cleanly.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Unhealthy")]
pub struct UnhealthyShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// How well it parsed.
    pub status: Cow<'static, str>,
    /// How many.
    pub errors: u32,
}

/// A path that was left out, and why.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Skipped")]
pub struct SkippedShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// In a word.
    pub reason: Cow<'a, str>,
    /// In a sentence.
    pub detail: Cow<'a, str>,
}

pub(super) fn skipped(records: &[SkippedRecord]) -> Vec<SkippedShape<'_>> {
    records
        .iter()
        .map(|record| SkippedShape {
            path: record.path.as_str().into(),
            reason: Cow::Borrowed(&record.reason),
            detail: Cow::Borrowed(&record.detail),
        })
        .collect()
}

impl<'a> ModelShape<'a> {
    /// The model of an index.
    pub fn of(model: &'a VectorModel) -> ModelShape<'a> {
        ModelShape {
            name: Cow::Borrowed(&model.name),
            revision: Cow::Borrowed(&model.revision),
            dimension: model.dimension,
        }
    }
}

impl<'a> StatusDocument<'a> {
    /// What the index in the folder `index` holds.
    pub fn of(status: &'a Status, index: &Path) -> StatusDocument<'a> {
        let manifest = &status.manifest;
        let languages = status.languages.iter().map(|count| LanguageCountShape {
            language: Cow::Borrowed(&count.language),
            files: count.n_files,
            lines: count.n_lines,
            chunks: count.n_chunks,
            symbols: count.n_symbols,
        });
        let [ok, partial, error, no_grammar] = status.health.map(|(_, n_files)| n_files);
        let unhealthy = status.unhealthy().map(|record| UnhealthyShape {
            path: record.path.as_str().into(),
            status: record.health.status.as_str().into(),
            errors: record.health.n_errors,
        });
        StatusDocument {
            schema: "quarry.status.v1".into(),
            root: Cow::Borrowed(&manifest.root),
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
