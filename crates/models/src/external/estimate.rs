//! What embedding would cost, without asking anybody: for a dry run.

use super::access::Access;
use super::cache::{VectorCache, key_of};
use super::config::{ModelConfig, Provider};
use super::families;
use super::identity::{completed, identity_of};
use super::text::Texts;
use crate::embedder::Passage;
use crate::error::EmbedError;

/// What embedding would cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Passages counted.
    pub passages: usize,
    /// Of these, without text: never sent.
    pub empty: usize,
    /// Of these, already in the cache: not sent again.
    pub cached: usize,
    /// What is left to be sent.
    pub to_embed: usize,
    /// Tokens of what is left, estimated: a token of code has about [`BYTES_PER_TOKEN`] bytes.
    pub tokens: u64,
    /// Requests for what is left; none for a model in this process.
    pub requests: usize,
}

/// Bytes of code per token, for estimates. Measured with the tokenizer of MiniLM: 3.0 of Rust, 3.6 of Python, 3.4 of
/// Markdown. The lowest, since what is estimated is a cost.
pub const BYTES_PER_TOKEN: u64 = 3;

/// Counts passages as they come, so that nobody has to hold them all.
#[derive(Debug)]
pub struct Estimator {
    texts: Texts,
    cache: Option<VectorCache>,
    bytes: u64,
    batch_size: Option<usize>,
    estimate: Estimate,
}

impl Estimator {
    /// Sends nothing. A model whose dimension nobody has told yet has nothing in the cache.
    pub fn new(config: &ModelConfig, access: &Access) -> Result<Estimator, EmbedError> {
        let config = &completed(config);
        let known = || families::of(&config.model).and_then(|family| family.dimension);
        let dimension = config.dimensions.or(access.known_dimension).or_else(known);
        let cache = match (dimension, &access.cache) {
            (Some(dimension), Some(place)) => Some(VectorCache::new(place, &identity_of(config, dimension)?)),
            _ => None,
        };
        let batch_size = (config.provider != Provider::Onnx).then_some(config.batch_size.max(1));
        Ok(Estimator { texts: Texts::for_model(config), cache, bytes: 0, batch_size, estimate: Estimate::default() })
    }

    /// Counts one passage.
    pub fn add(&mut self, passage: &Passage<'_>) {
        self.estimate.passages += 1;
        let Some(text) = self.texts.of_passage(passage) else {
            self.estimate.empty += 1;
            return;
        };
        if self.cache.as_ref().is_some_and(|cache| cache.contains(&key_of(&text))) {
            self.estimate.cached += 1;
            return;
        }
        self.estimate.to_embed += 1;
        self.bytes += text.len() as u64;
    }

    /// The sum.
    pub fn finish(self) -> Estimate {
        let requests = self.batch_size.map_or(0, |size| self.estimate.to_embed.div_ceil(size));
        Estimate { tokens: self.bytes.div_ceil(BYTES_PER_TOKEN), requests, ..self.estimate }
    }
}
