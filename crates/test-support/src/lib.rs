//! Many files from one string, and a temporary repository made of them. For tests only.
//!
//! ```text
//! //- src/main.rs
//! fn main() {}
//! //- README.md
//! # Title
//! ```
//!
//! Every method panics when the file system refuses: a test has nothing better to do.

mod fixture;
mod repository;

pub use fixture::files;
pub use repository::Repository;
