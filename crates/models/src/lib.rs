//! Text to vectors: Quarry's own model, built in, and models of the user's choice behind the same trait.
//!
//! Knows nothing of files on disk, indexes or settings: whoever embeds says what a chunk consists of ([`Passage`]).

mod embedder;

pub use embedder::{EmbedError, Embedder, Identity, Passage};
