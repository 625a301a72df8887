//! A cross-encoder: a question and a passage are read together, and the numbers at the end say how well they fit.

use std::path::Path;

use super::graph::{Graph, Output};
use super::tokens::Tokens;
use crate::error::EmbedError;
use crate::external::folder::Folder;

/// Tokens of a pair. 512, what every cross-encoder reads; question and passage are cut to hardly more before.
const MAX_TOKENS: usize = 512;

/// A cross-encoder in this process.
pub(crate) struct CrossEncoder {
    tokens: Tokens,
    graph: Graph,
}

impl CrossEncoder {
    /// Loads a model from its folder.
    pub(crate) fn open(model: &str) -> Result<CrossEncoder, EmbedError> {
        let folder = Folder::open(Path::new(model))?;
        let graph = Graph::load(&folder.weights, model, Output::Scores)?;
        let tokens = Tokens::load(&folder.tokenizer, MAX_TOKENS.min(graph.max_tokens()))?;
        Ok(CrossEncoder { tokens, graph })
    }

    /// What the model makes of a pair: one number, if it is a model for re-ranking. One pair at a time, so that no number
    /// depends on what else is judged.
    pub(crate) fn run(&self, question: &str, passage: &str) -> Result<Vec<f32>, EmbedError> {
        let pair = self.tokens.read_pair(question, passage)?;
        let mut rows = self.graph.run(&[pair], self.tokens.padding())?;
        Ok(rows.pop().unwrap_or_default())
    }
}
