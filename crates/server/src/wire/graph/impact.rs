//! Who is affected by a change, as JSON.

use quarry_engine::ImpactAnswer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::{GraphAnswered, HeadShape, PlaceShape, head, place};

/// Who is affected if something changes.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Impact")]
pub struct ImpactDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// As typed.
    pub asked: Cow<'a, str>,
    /// The definitions or files that would change.
    pub subjects: Vec<PlaceShape<'a>>,
    /// Of all affected files, shown or not.
    pub totals: TotalsShape,
    /// Nearest first, of the same distance tests last.
    pub files: Vec<AffectedShape<'a>>,
    /// Places that may use it or something else of that name, or that are less sure than was asked for.
    pub ambiguous_sites: usize,
    /// Whether there is more that was not looked at.
    pub cut: bool,
}

/// Of everything, shown or not.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ImpactTotals")]
pub struct TotalsShape {
    /// How many files.
    pub files: usize,
    /// Of these, tests.
    pub tests: usize,
    /// Files by their distance; the first are one step away.
    pub files_by_depth: Vec<usize>,
}

/// A file that is affected.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AffectedFile")]
pub struct AffectedShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// Steps to its nearest use, from 1.
    pub depth: u32,
    /// Of the surest of the shortest ways: as its weakest step.
    pub confidence: Cow<'static, str>,
    /// Whether it is a test.
    pub test: bool,
    /// Of its nearest uses.
    pub lines: Cow<'a, [u32]>,
    /// The first of these lines itself.
    #[serde(default)]
    pub text: Cow<'a, str>,
}

impl<'a> ImpactDocument<'a> {
    /// With as many files as there are texts: of each the line of its first use.
    pub fn of(
        asked: &'a str,
        answer: &'a ImpactAnswer,
        texts: &'a [String],
        answered: &GraphAnswered<'a>,
    ) -> ImpactDocument<'a> {
        let deepest = answer.files.iter().map(|file| file.depth).max().unwrap_or(0);
        let at_depth = |depth: u32| answer.files.iter().filter(|file| file.depth == depth).count();
        ImpactDocument {
            head: head("quarry.impact.v1", answered),
            asked: asked.into(),
            subjects: answer.subjects.iter().map(place).collect(),
            totals: TotalsShape {
                files: answer.files.len(),
                tests: answer.files.iter().filter(|file| file.is_test).count(),
                files_by_depth: (1..=deepest).map(at_depth).collect(),
            },
            files: answer
                .files
                .iter()
                .zip(texts)
                .map(|(file, text)| AffectedShape {
                    path: file.path.as_str().into(),
                    language: file.language.as_str().into(),
                    depth: file.depth,
                    confidence: file.confidence.as_str().into(),
                    test: file.is_test,
                    lines: Cow::Borrowed(&file.lines),
                    text: Cow::Borrowed(text),
                })
                .collect(),
            ambiguous_sites: answer.n_uncertain,
            cut: answer.is_cut,
        }
    }
}
