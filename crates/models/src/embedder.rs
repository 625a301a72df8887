//! The one trait that every model fulfils.

use crate::error::EmbedError;

/// What is embedded of a chunk. A model may weigh the parts (Quarry's own does) or join them into one text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passage<'a> {
    /// Path of the file from the root, with `/`.
    pub path: &'a str,
    /// Names of the definitions around the chunk, outermost first, joined by blanks.
    pub enclosing: &'a str,
    /// What the whole file is about: names it defines and what its comments say first. The same for all its chunks.
    pub card: &'a str,
    /// The chunk's text.
    pub body: &'a str,
}

/// Tells models apart. Vectors may be compared if and only if their identities are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Provider and model: `quarry/static-1`, `ollama/nomic-embed-text`, `openai/text-embedding-3-small`, `onnx/<folder>`.
    pub name: String,
    /// What else decides the vectors: a hash of the weights, the endpoint, the prefixes, the pooling.
    pub revision: String,
    /// Numbers per vector.
    pub dimension: usize,
}

/// A model: texts in, unit vectors out.
pub trait Embedder: Send + Sync {
    /// Which model this is.
    fn identity(&self) -> &Identity;

    /// One unit vector per passage, in order. All zero for a passage without a single word the model could read.
    fn embed_passages(&self, passages: &[Passage<'_>]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// The unit vector of a question.
    fn embed_query(&self, query: &str) -> Result<Vec<f32>, EmbedError>;
}
