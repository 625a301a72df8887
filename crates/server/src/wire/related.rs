//! Code like other code, as JSON.

use quarry_engine::{RelatedHit, RelatedResponse};
use schemars::JsonSchema;
use serde::Serialize;

use super::{HitShape, milliseconds};

/// Related code; a hit is one of `quarry.search.v1`, with its reasons.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Related")]
pub struct RelatedDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// The chunk that was compared; null for a text.
    origin: Option<OriginShape<'a>>,
    generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    notices: &'a [String],
    elapsed_ms: f64,
    hits: Vec<RelatedShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RelatedOrigin")]
struct OriginShape<'a> {
    path: &'a str,
    start_line: u32,
    end_line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RelatedHit")]
struct RelatedShape<'a> {
    #[serde(flatten)]
    hit: HitShape<'a>,
    /// A cosine; null if meanings were not compared.
    similarity: Option<f32>,
    /// Rarest first.
    shared_names: &'a [String],
}

impl<'a> RelatedDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(root: &'a str, response: &'a RelatedResponse) -> RelatedDocument<'a> {
        let shape = |(rank, related): (usize, &'a RelatedHit)| RelatedShape {
            hit: HitShape::of(rank, &related.hit),
            similarity: related.similarity,
            shared_names: &related.shared_names,
        };
        RelatedDocument {
            schema: "quarry.related.v1",
            root,
            origin: response.origin.as_ref().map(|origin| OriginShape {
                path: origin.path.as_str(),
                start_line: origin.span.start_line,
                end_line: origin.span.end_line,
            }),
            generation: response.generation,
            fresh: false,
            notices: &response.notices,
            elapsed_ms: milliseconds(response.elapsed),
            hits: (1..).zip(&response.hits).map(shape).collect(),
        }
    }
}
