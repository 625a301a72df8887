//! The directory as readers see it: nothing is written, not even a lock.
//!
//! tantivy's readers take a lock file while they open segments, so that a writer's clean-up waits for them. That needs a
//! folder one may write to. We open without it: if a file vanishes under our hands, `Snapshot::open` tries again, and what is
//! open stays readable because it is mapped. So an index on a read-only disk can be searched.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

/// Every file of a segment ends with this many bytes at least. tantivy reads them without asking whether they are there.
const FOOTER: usize = 8;

/// A folder of segments, open for reading.
#[derive(Clone, Debug)]
pub(super) struct ReadingDirectory(pub(super) MmapDirectory);

impl Directory for ReadingDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let handle = self.0.get_file_handle(path)?;
        if handle.len() < FOOTER {
            let cut = io::Error::new(io::ErrorKind::UnexpectedEof, "the file is cut off");
            return Err(OpenReadError::wrap_io_error(cut, path.to_owned()));
        }
        Ok(handle)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.0.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.0.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.0.atomic_write(path, data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.0.sync_directory()
    }

    fn acquire_lock(&self, _lock: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}
