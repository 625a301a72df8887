//! A question to the code graph as callers write it -> what the engine follows.

use quarry_engine::{Confidence, Direction, EdgeKind, FELT_BY, Walk};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;

use super::ParameterError;

/// Rows of an answer, unless the caller says otherwise.
const DEFAULT_ROWS: usize = 100;
/// Steps to users, unless the caller says otherwise.
const DEFAULT_STEPS: u32 = 1;
/// Steps that a change is followed: beyond these nearly everything is affected a little.
const DEFAULT_IMPACT_STEPS: u32 = 3;
/// Steps of a way: a longer one explains nothing.
const DEFAULT_WAY_STEPS: u32 = 8;
/// Definitions and files that are visited at most, so that a walk ends in any repository.
const MAX_NODES: usize = 100_000;

/// What is asked about, and how far its uses are followed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct GraphParameters {
    /// A name (`send`, `Client.send`), `FILE:LINE` for the definition around a line, or a file.
    #[schemars(length(min = 1))]
    pub(crate) target: String,
    /// Steps that uses are followed [default: 1; of impact 3].
    #[schemars(range(min = 1, max = 50))]
    depth: Option<u32>,
    /// Only uses that are at least so sure: `import` (imports or types lead there), `same_file`, `unique_name` (nothing else is
    /// called so), `ambiguous` (all).
    #[serde(default)]
    confidence: ConfidenceParameter,
    /// Rows at most [default: 100].
    #[schemars(range(min = 1, max = 1000000))]
    limit: Option<usize>,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// A question to the code graph with what is asked about uses.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct RelationParameters {
    /// `refs` (every use), `callers`, `callees`, or `impact` (files affected by a change).
    pub(crate) relation: UseQuestion,
    #[serde(flatten)]
    pub(crate) along: AlongParameters,
}

/// A question to the code graph with the sorts of use that are followed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct AlongParameters {
    #[serde(flatten)]
    pub(crate) about: GraphParameters,
    /// Only these sorts of use [default: what the question is about].
    #[serde(default)]
    #[schemars(schema_with = "kinds")]
    kind: Vec<String>,
}

/// Two ends of a way; `target` is where it begins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct WayParameters {
    /// Where it ends: a name, `FILE:LINE`, or a file.
    #[schemars(length(min = 1))]
    pub(crate) to: String,
    #[serde(flatten)]
    pub(crate) along: AlongParameters,
}

fn kinds(_: &mut SchemaGenerator) -> Schema {
    let known: Vec<&str> = EdgeKind::ALL.iter().map(|kind| kind.as_str()).collect();
    json_schema!({ "type": "array", "default": [], "items": { "type": "string", "enum": known } })
}

impl AlongParameters {
    /// The sorts of use that are followed, if the caller says which.
    fn among(&self, walk: Walk) -> Result<Walk, ParameterError> {
        let kind = |word: &String| {
            let unknown = || ParameterError { what: format!("there is no sort of use `{word}`"), help: None };
            EdgeKind::from_name(word).ok_or_else(unknown)
        };
        let kinds = self.kind.iter().map(kind).collect::<Result<Vec<_>, _>>()?;
        Ok(if kinds.is_empty() { walk } else { Walk { kinds, ..walk } })
    }

    /// The walk of a question about uses.
    pub(crate) fn walk(&self, question: UseQuestion) -> Result<Walk, ParameterError> {
        self.among(self.about.walk(question))
    }

    /// The imports of a file, or those that lead to it.
    pub(crate) fn imports(&self, direction: Direction) -> Result<Walk, ParameterError> {
        self.among(self.about.imports(direction))
    }
}

impl WayParameters {
    /// Which edges are followed from one end to the other.
    pub(crate) fn walk(&self) -> Result<Walk, ParameterError> {
        self.along.among(self.along.about.along(Direction::Uses, &[], DEFAULT_WAY_STEPS))
    }
}

/// What is asked about uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum UseQuestion {
    Refs,
    Callers,
    Callees,
    Impact,
}

/// The least sure uses that count.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum ConfidenceParameter {
    Import,
    SameFile,
    UniqueName,
    #[default]
    Ambiguous,
}

impl GraphParameters {
    /// Rows at most.
    pub(crate) fn n_rows(&self) -> usize {
        self.limit.unwrap_or(DEFAULT_ROWS)
    }

    /// Which edges are followed for a question, and how far.
    pub(crate) fn walk(&self, question: UseQuestion) -> Walk {
        let (direction, kinds, depth): (Direction, &[EdgeKind], u32) = match question {
            UseQuestion::Refs => (Direction::UsedBy, &[], DEFAULT_STEPS),
            UseQuestion::Callers => (Direction::UsedBy, &[EdgeKind::Calls], DEFAULT_STEPS),
            UseQuestion::Callees => (Direction::Uses, &[EdgeKind::Calls], DEFAULT_STEPS),
            UseQuestion::Impact => (Direction::UsedBy, &FELT_BY, DEFAULT_IMPACT_STEPS),
        };
        self.along(direction, kinds, depth)
    }

    /// The imports of a file, or those that lead to it.
    pub(crate) fn imports(&self, direction: Direction) -> Walk {
        self.along(direction, &[EdgeKind::Imports], DEFAULT_STEPS)
    }

    /// So many steps, unless the caller says otherwise.
    fn along(&self, direction: Direction, kinds: &[EdgeKind], depth: u32) -> Walk {
        let floor = match self.confidence {
            ConfidenceParameter::Import => Confidence::Import,
            ConfidenceParameter::SameFile => Confidence::SameFile,
            ConfidenceParameter::UniqueName => Confidence::UniqueName,
            ConfidenceParameter::Ambiguous => Confidence::Ambiguous,
        };
        Walk { direction, kinds: kinds.to_vec(), floor, depth: self.depth.unwrap_or(depth), max_nodes: MAX_NODES }
    }
}
