//! What is worked out about a file once and kept as long as its generation is open: it cannot become stale.

use std::sync::OnceLock;

use quarry_store::{FileId, Snapshot};

/// By file number. Read without a lock.
pub(crate) struct ByFile<T>(OnceLock<Box<[OnceLock<T>]>>);

impl<T> Default for ByFile<T> {
    fn default() -> Self {
        ByFile(OnceLock::new())
    }
}

impl<T> ByFile<T> {
    /// What is known of a file, made now if nobody asked before; `None` for a number that no file of the generation has.
    pub(crate) fn get(&self, snapshot: &Snapshot, file: FileId, make: impl FnOnce() -> T) -> Option<&T> {
        let all = self.0.get_or_init(|| (0..snapshot.manifest().next_id).map(|_| OnceLock::new()).collect());
        all.get(file.0 as usize).map(|known| known.get_or_init(make))
    }
}
