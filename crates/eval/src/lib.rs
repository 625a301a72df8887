//! Evaluation: questions with known answers go in, the quality and speed of the engine come out.
//!
//! bench (what is asked) -> run (what the engine answers) -> score (how good that is) -> summary, table, compare; or -> fit
//! (weights that would have ranked better).
//! The library stands behind `quarry eval`; the binary `quarry-eval`, which runs over many repositories, is not shipped. Only the
//! engine's API is used, as any front end would.

pub mod args;
pub mod bench;
pub mod compare;
pub mod contexts;
pub mod csv;
pub mod edges;
pub mod expansions;
pub mod fit;
pub mod report;
pub mod run;
pub mod score;
pub mod shown;
pub mod summary;
pub mod table;
