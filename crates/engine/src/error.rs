//! Why indexing or searching failed. Errors state fact, path and cause; front ends add what to do.

use std::io;
use std::path::PathBuf;

use quarry_source::RepoPath;
use quarry_store::{CommitError, FilterError, OpenError, ReadError};

use crate::filter_words::FilterWordError;
use crate::indexing::discover::DiscoverError;
use crate::model::ModelError;

/// Why a repository could not be indexed.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The tree could not be walked.
    #[error(transparent)]
    Discover(#[from] DiscoverError),
    /// The index could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The index could not be written.
    #[error(transparent)]
    Commit(#[from] CommitError),
    /// The index could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The model inside Quarry failed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The index lists a file that it does not hold.
    #[error("the index lists {path} but does not hold its text")]
    LostFile {
        /// Which.
        path: RepoPath,
    },
}

/// An error with its causes, as one line. A level that only repeats the one above says nothing new.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// Nothing to look for.
    #[error("the question holds no word to search for")]
    EmptyQuery,
    /// A filter in the question names nothing.
    #[error(transparent)]
    FilterWord(#[from] FilterWordError),
    /// A glob in the question cannot be read.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The index could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The index could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A model shall re-rank and does not answer.
    #[error("the results cannot be re-ranked")]
    Rerank(#[source] ModelError),
}

/// Why a path is no repository to work on.
#[derive(Debug, thiserror::Error)]
pub enum LocateError {
    /// There is nothing there, or it may not be read.
    #[error("cannot open {}", path.display())]
    Path {
        /// As given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Why an index could not be removed or listed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}", path.display())]
pub struct StorageError {
    /// What was tried.
    pub what: &'static str,
    /// On what.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}
