//! A model in this process: a folder with weights in ONNX and a tokenizer.
//!
//! ```text
//! texts ─> tokens ─> batches of like length ─> run ─> pool ─> batches as they are done
//! ```
//!
//! Texts of like length are run together, so that little is padded. Never here: normalising (`vectors`), keeping (`cache`).

mod graph;
mod pairs;
mod pooling;
mod tokens;

use std::path::Path;

use graph::{Graph, Output};
use tokens::{TokenizedText, Tokens};

use super::access::{Access, Stop};
use super::config::ModelConfig;
use super::families;
use super::folder::Folder;
use super::model::{Batch, Purpose, TextModel};
use super::text::Texts;
use crate::error::EmbedError;

pub(crate) use pairs::CrossEncoder;

/// Tokens of one batch, padding included. 4096: states and attention of a small model then stay within some 100 MB.
const MAX_BATCH_TOKENS: usize = 4096;

struct Onnx {
    tokens: Tokens,
    graph: Graph,
    batch_size: usize,
    stop: Stop,
}

/// Loads a model. `config` is that of [`super::folder::completed`].
pub(crate) fn open(config: &ModelConfig, access: &Access) -> Result<Box<dyn TextModel>, EmbedError> {
    let folder = Folder::open(Path::new(&config.model))?;
    let family = families::of(&config.model);
    // Said by somebody: then states are pooled that way, even if the model offers to pool by itself.
    let pooling = config.pooling.or(family.map(|family| family.pooling));
    let graph = Graph::load(&folder.weights, &config.model, Output::Vector(pooling))?;
    let max_tokens = Texts::for_model(config).max_tokens.min(graph.max_tokens());
    let tokens = Tokens::load(&folder.tokenizer, max_tokens)?;
    let batch_size = config.batch_size.clamp(1, graph.max_batch());
    Ok(Box::new(Onnx { tokens, graph, batch_size, stop: access.stop.clone() }))
}

impl TextModel for Onnx {
    fn embed(
        &self,
        texts: Vec<String>,
        _purpose: Purpose,
        deliver: &mut dyn FnMut(Batch) -> Result<(), EmbedError>,
    ) -> Result<(), EmbedError> {
        for group in texts.chunks(self.batch_size.saturating_mul(GROUP_BATCHES)).scan(0, with_first) {
            let (first, texts) = group;
            let mut tokenized = self.tokens.read(texts, first)?;
            tokenized.sort_by_key(|text| text.ids.len());
            let mut rest = tokenized.as_slice();
            while !rest.is_empty() {
                if self.stop.is_requested() {
                    return Err(EmbedError::Stopped);
                }
                let (batch, after) = rest.split_at(fitting(rest, self.batch_size));
                let vectors = self.graph.run(batch, self.tokens.padding())?;
                deliver(Batch { places: batch.iter().map(|text| text.place).collect(), vectors })?;
                rest = after;
            }
        }
        Ok(())
    }
}

/// Batches that are sorted by length together. More would sort better and keep less when the work is stopped.
const GROUP_BATCHES: usize = 16;

fn with_first<'a>(first: &mut usize, texts: &'a [String]) -> Option<(usize, &'a [String])> {
    let own = *first;
    *first += texts.len();
    Some((own, texts))
}

/// How many of these texts, the shortest first, make one batch: at least one.
fn fitting(texts: &[TokenizedText], batch_size: usize) -> usize {
    let fits = |(n, text): (usize, &TokenizedText)| (n + 1) * text.ids.len() <= MAX_BATCH_TOKENS;
    texts.iter().enumerate().take(batch_size).take_while(|pair| fits(*pair)).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::{TokenizedText, fitting};

    #[test]
    fn a_batch_is_bounded_in_texts_and_in_tokens() {
        let texts = |lengths: &[usize]| -> Vec<TokenizedText> {
            lengths
                .iter()
                .map(|length| TokenizedText { place: 0, ids: vec![0; *length], types: vec![0; *length] })
                .collect()
        };
        assert_eq!(fitting(&texts(&[3; 10]), 4), 4);
        assert_eq!(fitting(&texts(&[3; 2]), 4), 2);
        assert_eq!(fitting(&texts(&[1024; 10]), 8), 4);
        assert_eq!(fitting(&texts(&[8192, 8192]), 8), 1);
    }
}
