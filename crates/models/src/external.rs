//! Models outside of Quarry: a server of the user's choice, or an ONNX file, behind the one trait.
//!
//! ```text
//! passages ─> one text each ─> known in the cache? ─> ask the model for the rest ─> check, normalise ─> keep ─> vectors
//! ```
//!
//! What a model has answered is kept before the next answer is waited for, so that a failure or Ctrl-C costs nothing but
//! time: the next run goes on where this one ended.

mod access;
mod cache;
mod config;
mod estimate;
mod families;
mod folder;
mod identity;
mod model;
#[cfg_attr(not(feature = "onnx"), path = "external/onnx_off.rs")]
mod onnx;
mod remote;
mod text;
mod vectors;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cache::{Key, VectorCache, key_of};
use identity::{completed, identity_of};
use model::{Batch, Purpose, TextModel};
use remote::Remote;
use text::Texts;

use crate::embedder::{Embedder, Identity, Passage};
use crate::error::EmbedError;

pub use access::{Access, CachePlace, Secret, Stop};
pub use config::{ModelConfig, Pooling, Provider};
pub(crate) use config::{check_place, model_name};
pub use estimate::{BYTES_PER_TOKEN, Estimate, Estimator};
pub(crate) use onnx::CrossEncoder;
pub(crate) use remote::{Address, Chat, Protocol, next_unless_stopped};
pub(crate) use text::joined;

/// Any text will do to learn a model's dimension.
const SAMPLE: &str = "fn main() {}";

/// A model outside of Quarry, with the vectors it gave before.
pub struct External {
    identity: Identity,
    /// As configured, for errors.
    name: String,
    texts: Texts,
    model: Box<dyn TextModel>,
    cache: Option<VectorCache>,
    n_cached: AtomicU64,
    n_embedded: AtomicU64,
}

/// What was done so far, to be told at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Passages whose vector was known.
    pub cached: u64,
    /// Passages the model was asked for.
    pub embedded: u64,
    /// Requests sent, repetitions among them.
    pub requests: u64,
}

/// What a look at the model found, for people who check their set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Which model answers, and how long its vectors are.
    pub identity: Identity,
    /// How long it took to be ready: loading, or the first request, with which a server may load the model.
    pub opening: Duration,
    /// How long one question took after that.
    pub answering: Duration,
}

impl External {
    /// Makes a model ready. A server is asked only if nobody knows yet how long its vectors are.
    pub fn open(config: &ModelConfig, access: &Access) -> Result<External, EmbedError> {
        config.check()?;
        let config = &completed(config);
        let texts = Texts::for_model(config);
        let model = model_of(config, access)?;
        let dimension = match config.dimensions.or(access.known_dimension) {
            Some(dimension) => dimension,
            None => dimension_of(model.as_ref(), &config.model)?,
        };
        let identity = identity_of(config, dimension)?;
        let cache = access.cache.as_ref().map(|place| VectorCache::new(place, &identity));
        Ok(External {
            identity,
            name: config.model.clone(),
            texts,
            model,
            cache,
            n_cached: AtomicU64::new(0),
            n_embedded: AtomicU64::new(0),
        })
    }

    /// Asks one question and takes the time. Everything that can be wrong with a model shows as the error.
    pub fn probe(config: &ModelConfig, access: &Access) -> Result<Probe, EmbedError> {
        let start = Instant::now();
        // What an index expects is left out: the model shall say itself what it gives.
        let model = External::open(config, &Access { known_dimension: None, cache: None, ..access.clone() })?;
        let opening = start.elapsed();
        let start = Instant::now();
        model.embed_query(SAMPLE)?;
        Ok(Probe { identity: model.identity, opening, answering: start.elapsed() })
    }

    /// What was done so far.
    pub fn usage(&self) -> Usage {
        Usage {
            cached: self.n_cached.load(Ordering::Relaxed),
            embedded: self.n_embedded.load(Ordering::Relaxed),
            requests: self.model.n_requests(),
        }
    }

    /// What went less well than it could since this was last asked.
    pub fn take_notices(&self) -> Vec<String> {
        self.cache.as_ref().map(VectorCache::take_notices).unwrap_or_default()
    }

    fn zero(&self) -> Vec<f32> {
        vec![0.0; self.identity.dimension]
    }

    fn checked(&self, batch: Batch) -> Result<Vec<Vec<f32>>, EmbedError> {
        let vectors = batch.vectors.into_iter();
        vectors.map(|vector| vectors::checked(vector, self.identity.dimension, &self.name)).collect()
    }
}

impl Embedder for External {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn embed_passages(&self, passages: &[Passage<'_>]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = vec![Vec::new(); passages.len()];
        let unknown = self.fill_known(passages, &mut vectors);
        let texts = unknown.iter().map(|wanted| wanted.text.clone()).collect();
        self.model.embed(texts, Purpose::Passages, &mut |batch| {
            let wanted: Vec<&Wanted> = batch.places.iter().map(|place| &unknown[*place]).collect();
            let found = self.checked(batch)?;
            if let Some(cache) = &self.cache {
                let records: Vec<(Key, &[f32])> =
                    wanted.iter().zip(&found).map(|(wanted, vector)| (wanted.key, vector.as_slice())).collect();
                cache.put(&records);
            }
            for (wanted, vector) in wanted.iter().zip(found) {
                self.n_embedded.fetch_add(wanted.places.len() as u64, Ordering::Relaxed);
                for place in &wanted.places {
                    vectors[*place].clone_from(&vector);
                }
            }
            Ok(())
        })?;
        // Every text was answered, or the model would have failed: what is left had no text.
        Ok(vectors.into_iter().map(|vector| if vector.is_empty() { self.zero() } else { vector }).collect())
    }

    fn embed_query(&self, query: &str) -> Result<Vec<f32>, EmbedError> {
        let Some(text) = self.texts.of_query(query) else { return Ok(self.zero()) };
        let mut answer = None;
        self.model.embed(vec![text], Purpose::Query, &mut |batch| {
            answer = self.checked(batch)?.pop();
            Ok(())
        })?;
        Ok(answer.unwrap_or_else(|| self.zero()))
    }
}

/// A text the model is asked for, and the passages that consist of it.
struct Wanted {
    key: Key,
    text: String,
    places: Vec<usize>,
}

impl External {
    /// Fills in what is known and returns what is not, every text once, in the order of the passages.
    fn fill_known(&self, passages: &[Passage<'_>], vectors: &mut [Vec<f32>]) -> Vec<Wanted> {
        let mut unknown: Vec<Wanted> = Vec::new();
        let mut seen: HashMap<Key, usize> = HashMap::new();
        for (place, passage) in passages.iter().enumerate() {
            let Some(text) = self.texts.of_passage(passage) else { continue };
            let key = key_of(&text);
            if let Some(index) = seen.get(&key) {
                unknown[*index].places.push(place);
            } else if let Some(vector) = self.cache.as_ref().and_then(|cache| cache.get(&key)) {
                self.n_cached.fetch_add(1, Ordering::Relaxed);
                vectors[place] = vector;
            } else {
                seen.insert(key, unknown.len());
                unknown.push(Wanted { key, text, places: vec![place] });
            }
        }
        unknown
    }
}

impl fmt::Debug for External {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("External").field("identity", &self.identity).finish_non_exhaustive()
    }
}

fn model_of(config: &ModelConfig, access: &Access) -> Result<Box<dyn TextModel>, EmbedError> {
    match config.provider {
        Provider::Ollama => Ok(Box::new(Remote::new(Protocol::Ollama, config, access))),
        Provider::OpenAi => Ok(Box::new(Remote::new(Protocol::OpenAi, config, access))),
        Provider::Onnx => onnx::open(config, access),
    }
}

fn dimension_of(model: &dyn TextModel, name: &str) -> Result<usize, EmbedError> {
    let mut dimension = 0;
    model.embed(vec![SAMPLE.to_owned()], Purpose::Passages, &mut |batch| {
        dimension = batch.vectors.first().map_or(0, Vec::len);
        Ok(())
    })?;
    match dimension {
        0 => Err(EmbedError::Count { model: name.to_owned(), expected: 1, got: 0 }),
        _ => Ok(dimension),
    }
}
