//! Who uses something, what it uses, and the way between two places, as JSON.

use quarry_engine::{GraphAnswer, RelationAt};
use quarry_source::Import;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::{GraphAnswered, HeadShape, PlaceShape, UseShape, head, place, relation};

/// Who uses something, or what it uses.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Uses")]
pub struct UsesDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// As typed.
    pub asked: Cow<'a, str>,
    /// The definitions or files that were asked about.
    pub subjects: Vec<PlaceShape<'a>>,
    /// The uses.
    #[serde(flatten)]
    pub found: FoundShape<'a>,
}

/// What a file imports, and who imports it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Deps")]
pub struct DepsDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// What it imports.
    pub imports: FoundShape<'a>,
    /// Who imports it.
    pub imported_by: FoundShape<'a>,
    /// Imports that lead to no other file of the repository: packages, and what is missing.
    pub outside: Vec<OutsideShape<'a>>,
}

/// The shortest way along which one thing uses another.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Way")]
pub struct WayDocument<'a> {
    /// What all answers of the graph begin with.
    #[serde(flatten)]
    pub head: HeadShape<'a>,
    /// As typed.
    pub from: Cow<'a, str>,
    /// Where it leads.
    pub to: Cow<'a, str>,
    /// Whether there is only a way from `to` to `from`, which is shown then.
    pub reversed: bool,
    /// None if there is no way of so many steps, either way.
    pub steps: Vec<UseShape<'a>>,
}

/// Uses, nearest and surest first.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "FoundUses")]
pub struct FoundShape<'a> {
    /// How many there are, shown or not.
    pub total: usize,
    /// Of how many files.
    pub files: usize,
    /// How many there are.
    pub uses: Vec<UseShape<'a>>,
    /// Further places where something else may be meant, or that are less sure than was asked for.
    pub ambiguous_sites: usize,
    /// Whether there is more that was not looked at.
    pub cut: bool,
}

/// An import that leads to no other file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "OutsideImport")]
pub struct OutsideShape<'a> {
    /// As written.
    pub import: Cow<'a, str>,
    /// From 1.
    pub line: u32,
}

impl<'a> UsesDocument<'a> {
    /// The schema is that of the question: `quarry.refs.v1`, `quarry.callers.v1` or `quarry.callees.v1`.
    pub fn of(
        schema: &'static str,
        asked: &'a str,
        answer: &'a GraphAnswer,
        answered: &GraphAnswered<'a>,
    ) -> UsesDocument<'a> {
        UsesDocument {
            head: head(schema, answered),
            asked: asked.into(),
            subjects: answer.subjects.iter().map(place).collect(),
            found: found(answer),
        }
    }
}

impl<'a> DepsDocument<'a> {
    /// Of a file: what it imports, who imports it, and what is imported from elsewhere.
    pub fn of(
        path: &'a str,
        (imports, imported_by): (&'a GraphAnswer, &'a GraphAnswer),
        outside: &'a [Import],
        answered: &GraphAnswered<'a>,
    ) -> DepsDocument<'a> {
        DepsDocument {
            head: head("quarry.deps.v1", answered),
            path: path.into(),
            imports: found(imports),
            imported_by: found(imported_by),
            outside: outside
                .iter()
                .map(|import| OutsideShape { import: Cow::Borrowed(&import.path), line: import.line })
                .collect(),
        }
    }
}

impl<'a> WayDocument<'a> {
    /// From one place to another, as long as nobody says that it is the other way round.
    pub fn of(
        (from, to): (&'a str, &'a str),
        steps: &'a [RelationAt],
        answered: &GraphAnswered<'a>,
    ) -> WayDocument<'a> {
        WayDocument {
            head: head("quarry.path.v1", answered),
            from: from.into(),
            to: to.into(),
            reversed: false,
            steps: steps.iter().map(relation).collect(),
        }
    }

    /// The same for a way from `to` to `from`.
    pub fn reversed(self) -> WayDocument<'a> {
        WayDocument { reversed: true, ..self }
    }
}

fn found(answer: &GraphAnswer) -> FoundShape<'_> {
    FoundShape {
        total: answer.n_relations,
        files: answer.n_files,
        uses: answer.relations.iter().map(relation).collect(),
        ambiguous_sites: answer.n_uncertain,
        cut: answer.is_cut,
    }
}
