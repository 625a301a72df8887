//! Files of a snapshot that were fetched before, unpacked. A generation never changes, so nothing here can be stale.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use quarry_store::{FileId, FileRecord, ReadError, Snapshot, StoredFile};

use crate::Searcher;
use crate::error::SearchError;

/// Bytes of text that are kept; when they are reached all are let go. Simple, and right for answers that share files.
const MAX_BYTES: usize = 64 << 20;

/// Fetched files, by number.
#[derive(Debug, Default)]
pub(crate) struct FetchedFiles(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    n_bytes: usize,
    files: HashMap<FileId, Arc<StoredFile>>,
    /// Of which a piece was shown.
    shown: HashSet<FileId>,
}

/// A file as it was indexed.
#[derive(Clone, Debug)]
pub struct IndexedFile {
    /// What the index says of it.
    pub record: FileRecord,
    stored: Arc<StoredFile>,
}

impl IndexedFile {
    /// Its text, decoded.
    pub fn text(&self) -> &str {
        &self.stored.text
    }
}

impl Searcher<'_> {
    /// A file of the index; `None` for every other path, whatever lies there: what was left out stays out.
    pub fn file(&self, path: &str) -> Result<Option<IndexedFile>, SearchError> {
        let Some(record) = self.snapshot.manifest().file(path) else { return Ok(None) };
        let stored = self.files.get(&self.snapshot, record)?;
        Ok(stored.map(|stored| IndexedFile { record: record.clone(), stored }))
    }
}

impl FetchedFiles {
    /// A file that is kept already, or of which a piece was shown before: it is kept from now on. `None` for any other: of most files
    /// that are found nothing but a piece is ever asked for.
    pub(crate) fn again(&self, snapshot: &Snapshot, record: &FileRecord) -> Result<Option<Arc<StoredFile>>, ReadError> {
        let is_known = {
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.files.contains_key(&record.id) || kept.shown.contains(&record.id)
        };
        if is_known { self.get(snapshot, record) } else { Ok(None) }
    }

    /// Notes of which files a piece was shown.
    pub(crate) fn note_shown(&self, files: impl Iterator<Item = FileId>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).shown.extend(files);
    }

    /// A file with its catalog; `None` if the index lists it and does not hold it.
    pub(crate) fn get(&self, snapshot: &Snapshot, record: &FileRecord) -> Result<Option<Arc<StoredFile>>, ReadError> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().files.get(&record.id) {
            return Ok(Some(Arc::clone(known)));
        }
        let Some(file) = snapshot.file(record.path.as_str())?.map(Arc::new) else { return Ok(None) };
        let mut kept = lock();
        if kept.n_bytes > MAX_BYTES {
            *kept = Kept::default();
        }
        kept.n_bytes += file.text.len();
        kept.files.insert(record.id, Arc::clone(&file));
        Ok(Some(file))
    }
}
