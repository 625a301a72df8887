//! Text to vectors: Quarry's own model, built in, and models of the user's choice behind the same trait. And to scores: models
//! that judge how well passages answer a question.
//!
//! Knows nothing of source files, indexes or settings: whoever embeds says what a chunk consists of ([`Passage`]). On disk it
//! touches only what it is named: a model's folder and a folder for vectors.

mod builtin;
mod embedder;
mod error;
mod external;
mod reranker;
mod words;

pub use builtin::{Builtin, ModelFile, PartWeights, Vocabulary, pack_vocabulary};
pub use embedder::{Embedder, Identity, Passage};
pub use error::EmbedError;
pub use external::{
    Access, BYTES_PER_TOKEN, CachePlace, Estimate, Estimator, External, ModelConfig, Pooling, Probe, Provider, Secret,
    Stop, Usage,
};
pub use reranker::{RerankConfig, RerankError, Reranker, Verdicts};
pub use words::for_each_word;
