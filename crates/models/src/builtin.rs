//! Quarry's own model: a bag of words with learned vectors, inside the binary.
//!
//! A passage is the sum of its parts, each at unit length before it is weighed, so that the path counts the same however
//! long the chunk is. Questions are one part.

mod file;
mod pooling;
mod vocabulary;

use std::borrow::Cow;
use std::cell::RefCell;
use std::path::Path;

use crate::embedder::{Embedder, Identity, Passage};
use crate::error::EmbedError;

pub use file::ModelFile;
use pooling::{Counting, Pool};
pub use vocabulary::{Vocabulary, pack as pack_vocabulary};

/// How much each part of a passage counts beside its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartWeights {
    /// The words of the path.
    pub path: f32,
    /// The words of the file's name, or of its directory's where the name says nothing (`mod.rs`, `index.ts`).
    pub stem: f32,
    /// The names of the definitions around it.
    pub enclosing: f32,
    /// What the whole file is about.
    pub card: f32,
}

impl Default for PartWeights {
    fn default() -> Self {
        PartWeights { path: 0.5, stem: 0.4, enclosing: 0.8, card: 0.8 }
    }
}

/// The static model.
pub struct Builtin {
    bytes: Cow<'static, [u8]>,
    weights: PartWeights,
    identity: Identity,
}

thread_local! {
    static POOL: RefCell<Pool> = RefCell::default();
}

/// The shipped weights; `model/README.md` says how they were made.
static WEIGHTS: &[u8] = include_bytes!("../weights/static-1.model");

impl Builtin {
    /// The model inside this binary.
    pub fn shipped(weights: PartWeights) -> Self {
        // A test opens the very bytes, so this cannot fail in a build that passed.
        Self::new(Cow::Borrowed(WEIGHTS), "quarry/static-1", weights).expect("the shipped model is whole")
    }

    /// A model of the same kind that someone trained, from its file.
    pub fn from_file(path: &Path, weights: PartWeights) -> Result<Self, EmbedError> {
        let bytes = fs_err::read(path).map_err(|source| EmbedError::ModelFile { source })?;
        let hash = ModelFile::content_hash(&bytes);
        let whole = ModelFile::open(&bytes).is_some_and(|file| file.hash == hash);
        let name = format!("builtin/{}", path.display());
        let model = whole.then(|| Self::new(Cow::Owned(bytes), &name, weights)).flatten();
        model.ok_or_else(|| EmbedError::NotAModel { path: path.to_owned() })
    }

    fn new(bytes: Cow<'static, [u8]>, name: &str, weights: PartWeights) -> Option<Self> {
        let file = ModelFile::open(&bytes)?;
        let hash: String = file.hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let PartWeights { path, stem, enclosing, card } = weights;
        let revision = format!("{hash}-{path}-{stem}-{enclosing}-{card}");
        let identity = Identity { name: name.to_owned(), revision, dimension: file.dimension };
        Some(Builtin { bytes, weights, identity })
    }

    fn unit(&self, text: &str, counting: Counting) -> Vec<f32> {
        // Opening reads six numbers; keeping the outline beside its own bytes would need a self-reference.
        let Some(file) = ModelFile::open(&self.bytes) else { return vec![0.0; self.identity.dimension] };
        POOL.with_borrow_mut(|pool| pool.unit(&file, text, counting))
    }

    /// What all passages of a file share.
    fn of_file(&self, passage: &Passage<'_>) -> Vec<f32> {
        let mut sum = vec![0.0; self.identity.dimension];
        add(&mut sum, &self.unit(passage.path, Counting::Once), self.weights.path);
        add(&mut sum, &self.unit(telling_stem(passage.path), Counting::Once), self.weights.stem);
        add(&mut sum, &self.unit(passage.card, Counting::Logarithm), self.weights.card);
        sum
    }
}

impl Embedder for Builtin {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn embed_passages(&self, passages: &[Passage<'_>]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = Vec::with_capacity(passages.len());
        let mut of_file: Option<(&Passage<'_>, Vec<f32>)> = None;
        for passage in passages {
            let shared = match of_file.take() {
                Some((before, shared)) if before.path == passage.path && before.card == passage.card => shared,
                _ => self.of_file(passage),
            };
            let mut sum = shared.clone();
            of_file = Some((passage, shared));
            add(&mut sum, &self.unit(passage.body, Counting::Logarithm), 1.0);
            add(&mut sum, &self.unit(passage.enclosing, Counting::Once), self.weights.enclosing);
            normalise(&mut sum);
            vectors.push(sum);
        }
        Ok(vectors)
    }

    fn embed_query(&self, query: &str) -> Result<Vec<f32>, EmbedError> {
        Ok(self.unit(query, Counting::Logarithm))
    }
}

fn add(sum: &mut [f32], part: &[f32], weight: f32) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += weight * part;
    }
}

fn normalise(vector: &mut [f32]) {
    let square: f64 = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum();
    if square > 0.0 {
        let length = square.sqrt();
        vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
    }
}

/// The file name without its ending; its directory's name where every directory has a file of that name.
fn telling_stem(path: &str) -> &str {
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or(name);
    match stem {
        "index" | "mod" | "init" | "__init__" | "package" | "main" | "lib" if !directory.is_empty() => {
            directory.rsplit('/').next().unwrap_or(directory)
        }
        _ => stem,
    }
}
