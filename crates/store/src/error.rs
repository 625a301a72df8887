//! Why the store cannot do what it was asked. Errors say what is wrong and where; the front end says what to do.

use std::io;
use std::path::PathBuf;

/// Why an index cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is none.
    #[error("no index in {}", dir.display())]
    Missing {
        /// Where it was looked for.
        dir: PathBuf,
    },
    /// Written by another version of Quarry.
    #[error("the index in {} has format {found}, this build reads format {expected}", dir.display())]
    Format {
        /// Where it is.
        dir: PathBuf,
        /// The format found.
        found: String,
        /// The format this build reads.
        expected: u32,
    },
    /// Files are missing or damaged.
    #[error("the index in {} is damaged: {what}", dir.display())]
    Damaged {
        /// Where it is.
        dir: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The operating system refuses.
    #[error("cannot read the index in {}", dir.display())]
    Read {
        /// Where it is.
        dir: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Why a change cannot be written. The last complete generation stays readable.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Another process writes this index now.
    #[error("another process is writing the index in {}", dir.display())]
    Busy {
        /// Where it is.
        dir: PathBuf,
    },
    /// The operating system refuses: full disk, no permission.
    #[error("cannot write the index in {}", dir.display())]
    Write {
        /// Where it is.
        dir: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The index library refuses.
    #[error("cannot write the index in {}: {what}", dir.display())]
    Index {
        /// Where it is.
        dir: PathBuf,
        /// Why.
        what: String,
    },
    /// The index that is to be changed cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Why a stored file or list cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {what} from the index: {cause}")]
pub struct ReadError {
    /// What was asked for.
    pub what: String,
    /// Why it failed.
    pub cause: String,
}

impl ReadError {
    pub(crate) fn new(what: impl Into<String>, cause: impl ToString) -> Self {
        ReadError { what: what.into(), cause: cause.to_string() }
    }
}
