//! Who is affected by a change, as JSON.

use quarry_engine::ImpactAnswer;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GraphAnswered, HeadShape, PlaceShape, head, place};

/// Who is affected if something changes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Impact")]
pub struct ImpactDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    /// As typed.
    asked: &'a str,
    /// The definitions or files that would change.
    subjects: Vec<PlaceShape<'a>>,
    /// Of all affected files, shown or not.
    totals: TotalsShape,
    /// Nearest first, of the same distance tests last.
    files: Vec<AffectedShape<'a>>,
    /// Places that may use it or something else of that name, or that are less sure than was asked for.
    ambiguous_sites: usize,
    /// Whether there is more that was not looked at.
    cut: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ImpactTotals")]
struct TotalsShape {
    files: usize,
    tests: usize,
    /// Files by their distance; the first are one step away.
    files_by_depth: Vec<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AffectedFile")]
struct AffectedShape<'a> {
    path: &'a str,
    language: &'a str,
    /// Steps to its nearest use, from 1.
    depth: u32,
    /// Of the surest of the shortest ways: as its weakest step.
    confidence: &'static str,
    test: bool,
    /// Of its nearest uses.
    lines: &'a [u32],
}

impl<'a> ImpactDocument<'a> {
    /// With at most so many files.
    pub fn of(
        asked: &'a str,
        answer: &'a ImpactAnswer,
        limit: usize,
        answered: &GraphAnswered<'a>,
    ) -> ImpactDocument<'a> {
        let deepest = answer.files.iter().map(|file| file.depth).max().unwrap_or(0);
        let at_depth = |depth: u32| answer.files.iter().filter(|file| file.depth == depth).count();
        ImpactDocument {
            head: head("quarry.impact.v1", answered),
            asked,
            subjects: answer.subjects.iter().map(place).collect(),
            totals: TotalsShape {
                files: answer.files.len(),
                tests: answer.files.iter().filter(|file| file.is_test).count(),
                files_by_depth: (1..=deepest).map(at_depth).collect(),
            },
            files: answer
                .files
                .iter()
                .take(limit)
                .map(|file| AffectedShape {
                    path: file.path.as_str(),
                    language: file.language.as_str(),
                    depth: file.depth,
                    confidence: file.confidence.as_str(),
                    test: file.is_test,
                    lines: &file.lines,
                })
                .collect(),
            ambiguous_sites: answer.n_uncertain,
            cut: answer.is_cut,
        }
    }
}
