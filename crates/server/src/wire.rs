//! The JSON shapes of all answers: what `--json` prints, what REST sends, what MCP calls structured content.
//!
//! One document per question, each with the name and version of its schema. A field is never renamed, removed or given another
//! meaning within a version; fields may be added. Paths are relative to `root` and use `/`; lines count from 1, bytes from 0.
//! Shapes borrow from what the engine returned, so nothing is copied to be sent.

mod access;
mod activity;
mod agent;
mod context;
mod expansion;
mod explanation;
mod graph;
mod grep;
mod index;
mod indexing;
mod languages;
mod list;
mod map;
mod problem;
mod ready;
mod related;
mod repositories;
mod search;
mod status;

use std::time::Duration;

use serde::Serialize;

pub(crate) use access::AuditShape;
pub use access::ResourceMetadataShape;
pub use activity::ActivityDocument;
pub(crate) use activity::{CheckShape, RouteShape, RunShape};
pub use agent::{
    AgentGraph, AgentHit, AgentLanguage, AgentPlace, AgentRelated, AgentRepository, AgentSearch, AgentSkipped,
    AgentStatus,
};
pub use context::{ContextDocument, EdgeShape};
pub use expansion::RelatedFileShape;
pub use explanation::{CandidateShape, ExplanationShape, PlanShape, TermShape};
pub use graph::{
    AffectedShape, DefinitionShape, DepsDocument, FoundShape, GraphAnswered, GraphSymbolShape, ImpactDocument,
    OutlineDocument, OutlinedShape, OutsideShape, PlaceShape, SymbolsDocument, UseShape, UsesDocument, WayDocument,
};
pub use grep::{GrepDocument, GrepFileShape, GrepGroupShape};
pub use index::IndexDocument;
pub use indexing::IndexingShape;
pub use languages::LanguagesDocument;
pub use list::{IndexShape, ListDocument};
pub use map::MapDocument;
pub use problem::ProblemShape;
pub use ready::ReadyDocument;
pub use related::RelatedDocument;
pub(crate) use repositories::FileShape;
pub use repositories::{FileTextDocument, FilesDocument, RepositoriesDocument, RepositoryShape};
pub use search::{HitShape, SearchDocument};
pub use status::{ModelShape, StatusDocument};

/// The header of every answer of a server: the version of Quarry.
pub const VERSION_HEADER: &str = "quarry-version";

/// The document as one line.
pub fn json_line(document: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(document)? + "\n")
}

/// Milliseconds, to the microsecond: more digits are noise.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
