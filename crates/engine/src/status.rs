//! What an index holds, which indexes there are, and how one is removed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quarry_source::ParseStatus;
use quarry_store::{FileRecord, Manifest, OpenError, Snapshot};

use crate::error::StorageError;
use crate::location::{index_dir, indexes_dir};

/// How much of a language an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageCount {
    /// Name of the language or dialect.
    pub language: String,
    /// Files in it.
    pub n_files: usize,
    /// Lines in them.
    pub n_lines: u64,
    /// Chunks of them.
    pub n_chunks: u64,
    /// Symbols defined in them.
    pub n_symbols: u64,
}

/// How much of an index has vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbeddedCount {
    /// Files; one without chunks needs no vectors and counts.
    pub n_files: usize,
    /// Chunks.
    pub n_chunks: u64,
}

/// What an index holds.
#[derive(Clone, Debug)]
pub struct Status {
    /// Its list of files, skipped paths and so on.
    pub manifest: std::sync::Arc<Manifest>,
    /// Bytes on disk.
    pub n_bytes: u64,
    /// Per language, most files first.
    pub languages: Vec<LanguageCount>,
    /// Files per parse status, in the order ok, partial, error, no_grammar.
    pub health: [(ParseStatus, usize); 4],
    /// Files and chunks that have vectors of the manifest's model.
    pub embedded: EmbeddedCount,
    /// Skipped paths per reason, most first.
    pub skipped: Vec<(String, usize)>,
}

impl Status {
    /// Files that did not parse cleanly, by path.
    pub fn unhealthy(&self) -> impl Iterator<Item = &FileRecord> {
        self.manifest.files.iter().filter(|record| record.health.status != ParseStatus::Ok)
    }

    /// Whether the repository is still where it was.
    pub fn root_exists(&self) -> bool {
        Path::new(&self.manifest.root).exists()
    }
}

/// One index of a home.
#[derive(Clone, Debug)]
pub struct IndexSummary {
    /// Its folder.
    pub dir: PathBuf,
    /// What it holds, or why it cannot be read.
    pub status: Result<Status, String>,
}

pub(crate) fn of_index(dir: &Path) -> Result<Status, OpenError> {
    let snapshot = Snapshot::open(dir)?;
    let manifest = snapshot.manifest().clone();
    let mut languages: BTreeMap<&str, LanguageCount> = BTreeMap::new();
    let mut embedded = EmbeddedCount::default();
    let mut health = ParseStatus::ALL.map(|status| (status, 0));
    for record in &manifest.files {
        let name = record.dialect.as_ref().unwrap_or(&record.language).as_str();
        let count = languages
            .entry(name)
            .or_insert_with(|| LanguageCount { language: name.to_owned(), ..LanguageCount::default() });
        count.n_files += 1;
        count.n_lines += u64::from(record.n_lines);
        count.n_chunks += u64::from(record.n_chunks);
        count.n_symbols += u64::from(record.n_symbols);
        health[record.health.status as usize].1 += 1;
        if manifest.model.is_some() && record.embedded {
            embedded.n_files += 1;
            embedded.n_chunks += u64::from(record.n_chunks);
        }
    }
    let mut languages: Vec<LanguageCount> = languages.into_values().collect();
    languages.sort_by(|a, b| b.n_files.cmp(&a.n_files).then_with(|| a.language.cmp(&b.language)));
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for record in &manifest.skipped {
        *reasons.entry(&record.reason).or_default() += 1;
    }
    let mut skipped: Vec<(String, usize)> =
        reasons.into_iter().map(|(reason, count)| (reason.to_owned(), count)).collect();
    skipped.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let n_bytes = folder_bytes(dir);
    Ok(Status { languages, health, embedded, skipped, n_bytes, manifest })
}

/// Every index below `home`, sorted by the root it was made of.
pub fn list(home: &Path) -> Result<Vec<IndexSummary>, StorageError> {
    let folder = indexes_dir(home);
    let entries = match fs_err::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(StorageError { what: "list", path: folder, source }),
    };
    let mut summaries: Vec<IndexSummary> = entries
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| IndexSummary {
            status: of_index(&entry.path()).map_err(|error| error.to_string()),
            dir: entry.path(),
        })
        .collect();
    summaries.sort_by_key(|summary| {
        let root = summary.status.as_ref().map_or(String::new(), |status| status.manifest.root.clone());
        (root, summary.dir.clone())
    });
    Ok(summaries)
}

/// Removes the index of a root. `false` if there was none.
pub fn clear(home: &Path, root: &Path) -> Result<bool, StorageError> {
    let dir = index_dir(home, root);
    match fs_err::remove_dir_all(&dir) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(StorageError { what: "remove", path: dir, source }),
    }
}

fn folder_bytes(dir: &Path) -> u64 {
    let entries = fs_err::read_dir(dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|metadata| metadata.len()).sum()
}
