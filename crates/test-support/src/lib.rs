//! Many files from one string, a temporary repository made of them, a real model to embed them with, and a server that answers
//! as a test wants. For tests only.
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
mod server;

pub use fixture::files;
pub use minilm::{MiniLm, MiniLmServer, minilm};
pub use repository::Repository;
pub use server::{DEAD_URL, Reply, Request, Server};
