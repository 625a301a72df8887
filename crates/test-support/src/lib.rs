//! Many files from one string, a temporary repository made of them, and a real model to embed them with. For tests only.
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
mod minilm;
mod repository;

pub use fixture::files;
pub use minilm::{MiniLm, MiniLmServer, minilm};
pub use repository::Repository;
