//! All indexes of a machine, as JSON.

use std::path::Path;

use quarry_engine::IndexSummary;
use schemars::JsonSchema;
use serde::Serialize;

/// All indexes below a home.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "List")]
pub struct ListDocument<'a> {
    schema: &'static str,
    home: String,
    indexes: Vec<IndexShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ListedIndex")]
struct IndexShape<'a> {
    /// Its folder.
    index: String,
    root: Option<&'a str>,
    /// Whether the root is gone.
    missing: Option<bool>,
    complete: Option<bool>,
    files: Option<usize>,
    chunks: Option<u64>,
    bytes: Option<u64>,
    /// Seconds since 1970.
    committed_at: Option<u64>,
    /// Why the index cannot be read.
    problem: Option<&'a str>,
}

impl<'a> ListDocument<'a> {
    /// The indexes of a home.
    pub fn of(home: &Path, summaries: &'a [IndexSummary]) -> ListDocument<'a> {
        let shape = |summary: &'a IndexSummary| {
            let status = summary.status.as_ref().ok();
            IndexShape {
                index: summary.dir.to_string_lossy().into_owned(),
                root: status.map(|status| status.manifest.root.as_str()),
                missing: status.map(|status| !status.root_exists()),
                complete: status.map(|status| status.manifest.complete),
                files: status.map(|status| status.manifest.files.len()),
                chunks: status.map(|status| status.manifest.n_chunks()),
                bytes: status.map(|status| status.n_bytes),
                committed_at: status.map(|status| status.manifest.committed_at),
                problem: summary.status.as_ref().err().map(String::as_str),
            }
        };
        ListDocument {
            schema: "quarry.list.v1",
            home: home.to_string_lossy().into_owned(),
            indexes: summaries.iter().map(shape).collect(),
        }
    }
}
