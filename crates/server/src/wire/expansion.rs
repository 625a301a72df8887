//! What lies around hits, as JSON.

use std::borrow::Cow;

use quarry_engine::RelatedFile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A file that the hits use, or that uses them.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RelatedFile")]
pub struct RelatedFileShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// The line to look at: of the definition that is used, or of the use.
    pub line: u32,
    /// `imports`, `imported_by`, `test_for`, `interface_of`, `sibling`, `calls` or `called_by`, seen from `of`.
    pub relationship: Cow<'static, str>,
    /// The file it is tied to: one of a hit, or one on the way from there.
    pub of: Cow<'a, str>,
    /// Steps from the nearest hit.
    pub distance: u32,
    /// How sure the last step is.
    pub confidence: Cow<'static, str>,
    /// The share of a random walk from the hits that is spent there.
    pub share: f64,
}

impl<'a> RelatedFileShape<'a> {
    /// One file.
    pub fn of(file: &'a RelatedFile) -> RelatedFileShape<'a> {
        RelatedFileShape {
            path: file.path.as_str().into(),
            language: file.language.as_str().into(),
            line: file.line,
            relationship: file.relationship.as_str().into(),
            of: file.of.as_str().into(),
            distance: file.distance,
            confidence: file.confidence.as_str().into(),
            share: file.share,
        }
    }
}
