//! Code like other code, as JSON.

use quarry_engine::{RelatedHit, RelatedResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::{HitShape, milliseconds};

/// Related code; a hit is one of `quarry.search.v1`, with its reasons.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Related")]
pub struct RelatedDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// Top of the repository.
    pub root: Cow<'a, str>,
    /// The chunk that was compared; null for a text.
    pub origin: Option<OriginShape<'a>>,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
    /// Files that the index holds.
    #[serde(default)]
    pub indexed_files: usize,
    /// Best first.
    pub hits: Vec<RelatedShape<'a>>,
}

/// What was compared.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RelatedOrigin")]
pub struct OriginShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// From 1.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
}

/// Something related.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RelatedHit")]
pub struct RelatedShape<'a> {
    /// As in a search.
    #[serde(flatten)]
    pub hit: HitShape<'a>,
    /// A cosine; null if meanings were not compared.
    pub similarity: Option<f32>,
    /// Rarest first.
    pub shared_names: Cow<'a, [String]>,
}

impl<'a> RelatedDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(root: &'a str, response: &'a RelatedResponse) -> RelatedDocument<'a> {
        let shape = |(rank, related): (usize, &'a RelatedHit)| RelatedShape {
            hit: HitShape::of(rank, &related.hit),
            similarity: related.similarity,
            shared_names: Cow::Borrowed(&related.shared_names),
        };
        RelatedDocument {
            schema: "quarry.related.v1".into(),
            root: root.into(),
            origin: response.origin.as_ref().map(|origin| OriginShape {
                path: origin.path.as_str().into(),
                start_line: origin.span.start_line,
                end_line: origin.span.end_line,
            }),
            generation: response.generation,
            fresh: false,
            notices: Cow::Borrowed(&response.notices),
            elapsed_ms: milliseconds(response.elapsed),
            indexed_files: 0,
            hits: (1..).zip(&response.hits).map(shape).collect(),
        }
    }
}
