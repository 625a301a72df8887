//! Changes -> the next generation. One writer at a time; readers keep the generation they have.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use fs_err as fs;
use quarry_source::{Parsed, RepoPath};
use tantivy::directory::MmapDirectory;
use tantivy::directory::error::LockError;
use tantivy::indexer::{LogMergePolicy, NoMergePolicy, UserOperation};
use tantivy::store::Compressor;
use tantivy::{Index, IndexSettings, TantivyError};

use super::documents::{FileParts, Waiting};
use super::format;
use super::manifest::Manifest;
use super::names::NamePlugin;
use super::profiles::{self, PROFILES_PREFIX, Profiles, profiles_name};
use super::queue::Queue;
use super::schema::{self, Fields};
use super::snapshot::{MANIFEST_PREFIX, manifest_name};
use super::tokens::{WORDS, WordTokenizer};
use super::vectors::{self, VectorPlugin};
use crate::error::{CommitError, OpenError};
use crate::keyword::{FieldWeight, KeywordFields};
use crate::profile;
use crate::record::{FileId, FileRecord, N_SEARCHED};
use crate::vector::QuantisedVector;

/// How much is about to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriterSize {
    /// A few files: one thread, little memory, segments are merged afterwards.
    Update,
    /// A whole repository, with this many threads.
    Bulk {
        /// Threads that build postings.
        threads: usize,
    },
}

/// Memory for postings before a segment is written out, per thread. Large segments need no merging later.
const BULK_BYTES: usize = 96 << 20;
const UPDATE_BYTES: usize = 32 << 20;
/// Segments larger than this many documents are left alone: merging them would cost more than searching one more.
const LARGE_SEGMENT: usize = 200_000;
/// Segments smaller than this many documents count as equally small when merges are chosen.
const SMALL_SEGMENT: u32 = 1_000;
/// A segment is rewritten once this share of it is deleted.
const DELETED_SHARE: f32 = 0.25;

/// Writes one index. Holds its lock until dropped. Adding is possible from many threads.
pub struct IndexWriter {
    dir: PathBuf,
    inner: tantivy::IndexWriter<Waiting>,
    queue: Arc<Queue>,
    fields: Fields,
    weights: [FieldWeight; N_SEARCHED],
    /// That of the first vector added; the others must have the same.
    dimension: OnceLock<usize>,
    /// Of files added since the last commit.
    added: Mutex<HashMap<FileId, Vec<u8>>>,
    /// Of the last generation.
    profiles: Profiles,
}

impl IndexWriter {
    /// Opens the index in `dir` for writing, or makes a new one there.
    pub fn open(dir: &Path, fields: &KeywordFields, size: WriterSize) -> Result<Self, CommitError> {
        let write = |source| CommitError::Write { dir: dir.to_owned(), source };
        fs::create_dir_all(dir).map_err(write)?;
        match format::check(dir) {
            Ok(()) => {}
            Err(OpenError::Missing { .. }) => format::write(dir).map_err(write)?,
            Err(error) => return Err(error.into()),
        }
        let problem = |error: TantivyError| commit_error(dir, error);
        let (schema, schema_fields) = schema::build();
        let directory = MmapDirectory::open(dir).map_err(|error| problem(error.into()))?;
        let settings = IndexSettings {
            docstore_compression: Compressor::Lz4,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let index = Index::builder()
            .schema(schema)
            .settings(settings)
            .register_plugin(Arc::new(NamePlugin))
            .register_plugin(Arc::new(VectorPlugin))
            .open_or_create(directory)
            .map_err(problem)?;
        index.tokenizers().register(WORDS, WordTokenizer);
        let profiles = last_profiles(dir, &index).map_err(|what| CommitError::Index { dir: dir.to_owned(), what })?;
        let (n_threads, bytes_per_thread) = match size {
            WriterSize::Update => (1, UPDATE_BYTES),
            WriterSize::Bulk { threads } => (threads, BULK_BYTES),
        };
        let inner = index.writer_with_num_threads(n_threads, n_threads * bytes_per_thread).map_err(problem)?;
        match size {
            WriterSize::Bulk { .. } => inner.set_merge_policy(Box::new(NoMergePolicy)),
            WriterSize::Update => inner.set_merge_policy(Box::new(merge_policy())),
        }
        Ok(IndexWriter {
            dir: dir.to_owned(),
            inner,
            queue: Queue::before(n_threads),
            fields: schema_fields,
            weights: schema::searched(fields),
            dimension: OnceLock::new(),
            added: Mutex::default(),
            profiles,
        })
    }

    /// Adds a file that the index does not hold, and counts its words into the record. `vectors` are those of its chunks
    /// in order, all of one dimension; chunks may be without.
    ///
    /// The file's own document and then those of its chunks, in order, stand one after the other in one segment; readers
    /// count on it.
    pub fn add_file(
        &self,
        record: &mut FileRecord,
        text: String,
        parsed: &Parsed,
        vectors: &[Option<QuantisedVector>],
    ) -> Result<(), CommitError> {
        let problem = |error| commit_error(&self.dir, error);
        for found in vectors.iter().flatten().map(QuantisedVector::dimension) {
            let known = *self.dimension.get_or_init(|| found);
            if known != found {
                return Err(CommitError::Index { dir: self.dir.clone(), what: vectors::mixed(known, found) });
            }
        }
        let place = self.queue.join(text.len());
        let parts = FileParts { fields: &self.fields, weights: self.weights, record, text, parsed };
        let (documents, n_words) = parts.documents(place, vectors);
        self.inner.run(documents.into_iter().map(UserOperation::Add)).map_err(problem)?;
        record.n_words = n_words;
        let profile = profile::encode(&record.path, parsed);
        self.added.lock().unwrap_or_else(PoisonError::into_inner).insert(record.id, profile);
        Ok(())
    }

    /// Removes a file. What is added for the same path afterwards stays.
    pub fn remove_file(&self, path: &RepoPath) {
        self.inner.delete_term(self.fields.path_term(path));
    }

    /// Removes everything.
    pub fn remove_all(&self) -> Result<(), CommitError> {
        self.inner.delete_all_documents().map(drop).map_err(|error| commit_error(&self.dir, error))
    }

    /// Makes all changes so far the next generation, with `manifest` as its list of files. All or nothing: until this
    /// returns, every reader sees the generation before.
    pub fn commit(&mut self, manifest: &mut Manifest) -> Result<(), CommitError> {
        manifest.generation += 1;
        manifest.committed_at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let name = manifest_name(manifest.generation);
        let IndexWriter { dir, inner, added, profiles, .. } = self;
        // The lists are written while the threads that build postings write theirs; both must be whole before the commit names them.
        let (written, prepared) = std::thread::scope(|scope| {
            let lists = scope.spawn(|| {
                write_file(dir, &name, &manifest.encode())?;
                let profiles = profiles_of(manifest, added, profiles);
                write_file(dir, &profiles_name(manifest.generation), &profiles)
            });
            let prepared = inner.prepare_commit();
            (lists.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), prepared)
        });
        written.map_err(|source| CommitError::Write { dir: dir.clone(), source })?;
        let problem = |error| commit_error(dir, error);
        let mut commit = prepared.map_err(problem)?;
        commit.set_payload(&name);
        commit.commit().map_err(problem)?;
        self.remove_old(manifest.generation);
        self.added.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.profiles = Profiles::open(&self.dir, manifest.generation)
            .map_err(|what| CommitError::Index { dir: self.dir.clone(), what })?;
        Ok(())
    }

    /// Waits for merges that the commits have begun.
    pub fn finish(self) -> Result<(), CommitError> {
        let dir = self.dir;
        self.inner.wait_merging_threads().map_err(|error| commit_error(&dir, error))
    }

    /// Readers that still want an old file of these find it gone, reload and take the new one. What cannot be removed now is
    /// removed by the next commit.
    fn remove_old(&self, generation: u64) {
        let current = [manifest_name(generation), profiles_name(generation)];
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let ours = name.starts_with(MANIFEST_PREFIX) || name.starts_with(PROFILES_PREFIX);
            if ours && current.iter().all(|current| *current != name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn write_file(dir: &Path, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = fs::File::create(dir.join(name))?;
    std::io::Write::write_all(&mut file, bytes)?;
    file.sync_data()
}

/// The profiles of a manifest's files: those just added, and as they were.
fn profiles_of(manifest: &Manifest, added: &Mutex<HashMap<FileId, Vec<u8>>>, before: &Profiles) -> Vec<u8> {
    let added = added.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<&[u8]> = vec![&[]; manifest.next_id as usize];
    for record in &manifest.files {
        let known = || before.bytes(record.id);
        if let Some(place) = all.get_mut(record.id.0 as usize) {
            *place = added.get(&record.id).map_or_else(known, Vec::as_slice);
        }
    }
    profiles::encode(&all)
}

/// The profiles of the generation that the last commit made; none before the first.
fn last_profiles(dir: &Path, index: &Index) -> Result<Profiles, String> {
    let payload = index.load_metas().map_err(|error| error.to_string())?.payload;
    let generation = payload.as_deref().and_then(|name| name.strip_prefix(MANIFEST_PREFIX)?.parse().ok());
    generation.map_or_else(|| Ok(Profiles::default()), |generation| Profiles::open(dir, generation))
}

fn merge_policy() -> LogMergePolicy {
    let mut policy = LogMergePolicy::default();
    policy.set_max_docs_before_merge(LARGE_SEGMENT);
    policy.set_min_layer_size(SMALL_SEGMENT);
    policy.set_del_docs_ratio_before_merge(DELETED_SHARE);
    policy
}

fn commit_error(dir: &Path, error: TantivyError) -> CommitError {
    let dir = dir.to_owned();
    match error {
        TantivyError::LockFailure(LockError::LockBusy, _) => CommitError::Busy { dir },
        TantivyError::LockFailure(LockError::IoError(source), _) | TantivyError::IoError(source) => {
            CommitError::Write { dir, source: std::io::Error::new(source.kind(), source.to_string()) }
        }
        other => CommitError::Index { dir, what: other.to_string() },
    }
}
