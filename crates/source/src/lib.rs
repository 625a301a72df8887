//! The nouns of Quarry: what a repository is made of once it has been read.
//!
//! Plain data with public fields, and the rule of what a word of code is. No I/O, no dependencies, no policy: every
//! other crate may use these, and these use nothing.

mod chunk;
mod edge;
mod identifiers;
mod language;
mod parsed;
mod path;
mod span;
mod symbol;

pub use chunk::Chunk;
pub use edge::{Confidence, EdgeKind};
pub use identifiers::{identifiers, lower_into, next_part};
pub use language::{ContentType, Language};
pub use parsed::{Health, ParseStatus, Parsed};
pub use path::RepoPath;
pub use span::Span;
pub use symbol::{Import, ImportedName, Reference, ReferenceKind, Symbol, SymbolKind};
