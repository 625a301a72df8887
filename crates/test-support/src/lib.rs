//! Many files from one string, a temporary repository made of them, a real model to embed them with, a server that answers
//! as a test wants, and what a benchmark was given. For tests and benchmarks only.
//!
//! ```text
//! //- src/main.rs
//! fn main() {}
//! //- README.md
//! # Title
//! ```
//!
//! Every method panics when the file system refuses: a test has nothing better to do.

mod arguments;
mod fixture;
mod minilm;
mod repository;
mod server;

pub use arguments::of_bench;
pub use fixture::files;
pub use minilm::{MiniLm, MiniLmServer, minilm};
pub use repository::Repository;
pub use server::{DEAD_URL, Reply, Request, Server};
