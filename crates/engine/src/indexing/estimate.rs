//! What the next run of indexing would have embedded, and what that would cost. Writes nothing, asks nobody.
//!
//! The same first stages as a real run decide which files are meant: those that changed are read and parsed as they would be,
//! the texts of the others come from the index. Never here: prices; tokens and requests are what a service counts.

use std::sync::{Mutex, PoisonError};

use quarry_models::{Estimate, Estimator, External};
use quarry_parse::{ChunkSize, Languages};
use quarry_source::{Chunk, RepoPath, Symbol};
use quarry_store::{FileRecord, Manifest, Snapshot, VectorModel};

use super::changes;
use super::discover::{self, FoundFile};
use super::{Context, Mode, Shaping, decode, overrides, previous, worker};
use crate::error::IndexError;
use crate::model::{ConfiguredModel, Model, ModelError};
use crate::parallel;
use crate::passages::FilePassages;

/// What the next run would have embedded.
#[derive(Clone, Debug, Default)]
pub struct EmbeddingEstimate {
    /// By which model; `None` if the settings want none.
    pub model: Option<ConfiguredModel>,
    /// Files that would get vectors.
    pub n_files: usize,
    /// Chunks of these files.
    pub n_chunks: usize,
    /// What a model outside of Quarry would be asked; `None` for Quarry's own.
    pub cost: Option<Estimate>,
}

/// Counts what a run with these settings would have embedded.
pub(crate) fn of_next_run(context: &Context<'_>, mode: Mode) -> Result<EmbeddingEstimate, IndexError> {
    let Some(model) = context.models.configured()? else { return Ok(EmbeddingEstimate::default()) };
    let overrides = overrides::read(context.root);
    let shaping = Shaping::now(context, &overrides);
    let before = previous(context.dir, &shaping.fingerprint, mode)?;
    let found = discover::discover(context.root, &context.settings.index)?;
    let changes = changes::between(&before, found, shaping);
    let (estimator, replaces_all) = estimator(context, &model, before.model.as_ref())?;
    let counter = Counter {
        context,
        languages: Languages::with_overrides(overrides.queries),
        sums: Mutex::new(Sums { estimator, n_files: 0, n_chunks: 0 }),
    };
    let same = counter.changed(&before, &changes.to_read);
    let lacks_vectors = |record: &FileRecord| record.n_chunks > 0 && (replaces_all || !record.embedded);
    counter.indexed(changes.kept.into_iter().chain(same).filter(lacks_vectors))?;
    let Sums { estimator, n_files, n_chunks } = counter.sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(EmbeddingEstimate { model: Some(model), n_files, n_chunks, cost: estimator.map(Estimator::finish) })
}

/// Who counts, if the model is outside of Quarry, and whether what is embedded already would be embedded anew.
fn estimator(
    context: &Context<'_>,
    model: &ConfiguredModel,
    indexed: Option<&VectorModel>,
) -> Result<(Option<Estimator>, bool), IndexError> {
    let Some((config, access)) = context.models.outside(indexed) else {
        return Ok((None, indexed.is_some() && model.stamp.as_ref() != indexed));
    };
    let estimator = Estimator::new(&config, &access).map_err(ModelError::from)?;
    let replaces_all = match indexed {
        // The index knows how long the vectors are, so that opening sends nothing.
        Some(indexed) if access.known_dimension.is_some() => {
            let model = External::open(&config, &access).map_err(ModelError::from)?;
            Model::External(Box::new(model)).stamp() != *indexed
        }
        Some(_) => true,
        None => false,
    };
    Ok((Some(estimator), replaces_all))
}

/// Counts files from several threads.
struct Counter<'a> {
    context: &'a Context<'a>,
    languages: Languages,
    sums: Mutex<Sums>,
}

struct Sums {
    estimator: Option<Estimator>,
    n_files: usize,
    n_chunks: usize,
}

impl Counter<'_> {
    /// Reads and parses what has another stamp than in the index. Returns the records of files that are the same after all.
    fn changed(&self, before: &Manifest, files: &[FoundFile]) -> Vec<FileRecord> {
        let n_threads = self.context.settings.index.n_threads();
        let same = parallel::in_order(files, n_threads, |file| self.one(before.file(file.path.as_str()), file));
        same.into_iter().flatten().collect()
    }

    fn one(&self, before: Option<&FileRecord>, file: &FoundFile) -> Option<FileRecord> {
        // What cannot be read or is no text would be skipped.
        let bytes = fs_err::read(file.absolute(self.context.root)).ok()?;
        let hash = *blake3::hash(&bytes).as_bytes();
        if let Some(before) = before.filter(|before| before.hash == hash) {
            return Some(before.clone());
        }
        let text = decode::decode(bytes).ok()?.text;
        let index = &self.context.settings.index;
        if worker::unwanted(index, &file.path, &text).is_some() {
            return None;
        }
        let size = ChunkSize { max_bytes: index.chunk_bytes, overlap_bytes: index.overlap_bytes };
        let parsed = quarry_parse::parse(&self.languages, &file.path, &text, size);
        self.count(&file.path, &text, &parsed.chunks, &parsed.symbols);
        None
    }

    /// Counts files whose texts and chunks are in the index.
    fn indexed(&self, files: impl Iterator<Item = FileRecord>) -> Result<(), IndexError> {
        let mut files = files.peekable();
        if files.peek().is_none() {
            return Ok(());
        }
        let snapshot = Snapshot::open(self.context.dir)?;
        for record in files {
            let file = snapshot.file(record.path.as_str())?;
            let file = file.ok_or_else(|| IndexError::LostFile { path: record.path.clone() })?;
            self.count(&record.path, &file.text, &file.catalog.chunks, &file.catalog.symbols);
        }
        Ok(())
    }

    fn count(&self, path: &RepoPath, text: &str, chunks: &[Chunk], symbols: &[Symbol]) {
        if chunks.is_empty() {
            return;
        }
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.n_files += 1;
        sums.n_chunks += chunks.len();
        if let Some(estimator) = &mut sums.estimator {
            let passages = FilePassages::new(path, text, chunks, symbols);
            passages.all().iter().for_each(|passage| estimator.add(passage));
        }
    }
}
