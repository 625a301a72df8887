//! The code graph: what uses what, across files and languages, and how sure that is.
//!
//! ```text
//! catalogs ─> facts ─> where imports lead ─> what names mean ─> edges
//! ```
//!
//! Made after a commit, from what is stored, and kept beside it. What an earlier graph knows of files that nothing touched since
//! is taken over (`update`); the result is the same as if all had been resolved anew.

mod ask;
mod between;
mod definitions;
mod facts;
mod modules;
mod outline;
mod pagerank;
mod projects;
mod relationship;
mod resolve;
mod targets;
mod touched;
mod tree;
mod update;
mod values;
mod view;
mod walk;

pub use ask::{AffectedFile, FELT_BY, GraphAnswer, ImpactAnswer, RelationAt};
pub use between::FileEdge;
pub(crate) use between::{UseTally, edges_between};
pub use outline::Outline;
pub(crate) use pagerank::{WeightedEdge, ranks};
pub(crate) use relationship::Evidence;
pub use relationship::Relationship;
pub use targets::{AskError, Asked};
pub(crate) use update::up_to_date;
pub use view::{GraphSize, Place, Relation};
pub use walk::{Direction, Walk};
