//! All indexes of a machine, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::IndexSummary;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All indexes below a home.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "List")]
pub struct ListDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// The folder of all indexes.
    pub home: String,
    /// One each.
    pub indexes: Vec<IndexShape<'a>>,
}

/// One index.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ListedIndex")]
pub struct IndexShape<'a> {
    /// Its folder.
    pub index: String,
    /// Top of the repository.
    pub root: Option<Cow<'a, str>>,
    /// Whether the root is gone.
    pub missing: Option<bool>,
    /// Whether the last run came to its end.
    pub complete: Option<bool>,
    /// How many files.
    pub files: Option<usize>,
    /// Pieces that files were cut into.
    pub chunks: Option<u64>,
    /// Its size.
    pub bytes: Option<u64>,
    /// Seconds since 1970.
    pub committed_at: Option<u64>,
    /// Why the index cannot be read.
    pub problem: Option<Cow<'a, str>>,
}

impl<'a> ListDocument<'a> {
    /// The indexes of a home.
    pub fn of(home: &Path, summaries: &'a [IndexSummary]) -> ListDocument<'a> {
        let shape = |summary: &'a IndexSummary| {
            let status = summary.status.as_ref().ok();
            IndexShape {
                index: summary.dir.to_string_lossy().into_owned(),
                root: status.map(|status| status.manifest.root.as_str().into()),
                missing: status.map(|status| !status.root_exists()),
                complete: status.map(|status| status.manifest.complete),
                files: status.map(|status| status.manifest.files.len()),
                chunks: status.map(|status| status.manifest.n_chunks()),
                bytes: status.map(|status| status.n_bytes),
                committed_at: status.map(|status| status.manifest.committed_at),
                problem: summary.status.as_ref().err().map(Into::into),
            }
        };
        ListDocument {
            schema: "quarry.list.v1".into(),
            home: home.to_string_lossy().into_owned(),
            indexes: summaries.iter().map(shape).collect(),
        }
    }
}
