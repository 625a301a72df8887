//! The nouns of Quarry: what a repository is made of once it has been read.
//!
//! Plain data with public fields. No I/O, no dependencies, no policy: every other crate may use these,
//! and these use nothing.

mod chunk;
mod language;
mod parsed;
mod path;
mod span;
mod symbol;

pub use chunk::Chunk;
pub use language::{ContentType, Language};
pub use parsed::{Health, ParseStatus, Parsed};
pub use path::RepoPath;
pub use span::Span;
pub use symbol::{Import, Reference, ReferenceKind, Symbol, SymbolKind};
