//! Who uses something, what it uses, and the way between two places, as JSON.

use quarry_engine::{GraphAnswer, RelationAt};
use quarry_source::Import;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GraphAnswered, HeadShape, PlaceShape, UseShape, head, place, relation};

/// Who uses something, or what it uses.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Uses")]
pub struct UsesDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    /// As typed.
    asked: &'a str,
    /// The definitions or files that were asked about.
    subjects: Vec<PlaceShape<'a>>,
    #[serde(flatten)]
    found: FoundShape<'a>,
}

/// What a file imports, and who imports it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Deps")]
pub struct DepsDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    path: &'a str,
    imports: FoundShape<'a>,
    imported_by: FoundShape<'a>,
    /// Imports that lead to no other file of the repository: packages, and what is missing.
    outside: Vec<OutsideShape<'a>>,
}

/// The shortest way along which one thing uses another.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Way")]
pub struct WayDocument<'a> {
    #[serde(flatten)]
    head: HeadShape<'a>,
    /// As typed.
    from: &'a str,
    to: &'a str,
    /// Whether there is only a way from `to` to `from`, which is shown then.
    reversed: bool,
    /// None if there is no way of so many steps, either way.
    steps: Vec<UseShape<'a>>,
}

/// Uses, nearest and surest first.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FoundUses")]
struct FoundShape<'a> {
    /// How many there are, shown or not.
    total: usize,
    /// Of how many files.
    files: usize,
    uses: Vec<UseShape<'a>>,
    /// Further places where something else may be meant, or that are less sure than was asked for.
    ambiguous_sites: usize,
    /// Whether there is more that was not looked at.
    cut: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OutsideImport")]
struct OutsideShape<'a> {
    /// As written.
    import: &'a str,
    line: u32,
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
            asked,
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
            path,
            imports: found(imports),
            imported_by: found(imported_by),
            outside: outside.iter().map(|import| OutsideShape { import: &import.path, line: import.line }).collect(),
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
            from,
            to,
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
