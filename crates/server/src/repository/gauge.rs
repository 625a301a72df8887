//! How far indexing is: written by the threads that index, read by whoever waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use quarry_engine::{Progress, Stage};

use crate::wire::IndexingShape;

/// What indexing is doing, and how much of it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) doing: Doing,
    /// Files read and chunks embedded, in this run.
    pub(crate) n_done: usize,
    /// Of so many, as far as is known.
    pub(crate) n_wanted: usize,
}

/// What indexing is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Nothing,
    Waiting,
    Discovering,
    Indexing,
    Embedding,
    Committing,
}

impl Doing {
    /// In the order of their numbers.
    const ALL: [Doing; 6] =
        [Doing::Nothing, Doing::Waiting, Doing::Discovering, Doing::Indexing, Doing::Embedding, Doing::Committing];

    /// The word that is sent.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Doing::Nothing => "idle",
            Doing::Waiting => "waiting",
            Doing::Discovering => "discovering",
            Doing::Indexing => "indexing",
            Doing::Embedding => "embedding",
            Doing::Committing => "committing",
        }
    }
}

impl Reading {
    /// The reading as a sentence.
    pub(crate) fn sentence(&self) -> String {
        let Reading { doing, n_done, n_wanted } = *self;
        match doing {
            Doing::Nothing => "nothing is being indexed".to_owned(),
            Doing::Waiting => "another quarry process is making the first index".to_owned(),
            Doing::Discovering => "looking for files".to_owned(),
            Doing::Indexing => format!("{n_done} of {n_wanted} files are indexed"),
            Doing::Embedding => format!("{n_done} of {n_wanted} steps are done; chunks are being embedded"),
            Doing::Committing => format!("{n_done} of {n_wanted} files are indexed; the index is being written"),
        }
    }
}

/// Shared by the thread that indexes and all that wait.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    doing: AtomicU8,
    n_done: AtomicUsize,
    n_wanted: AtomicUsize,
    stop: Arc<AtomicBool>,
}

impl Gauge {
    /// A gauge that asks the work to end when the flag is raised.
    pub(crate) fn stopped_by(stop: Arc<AtomicBool>) -> Gauge {
        Gauge { stop, ..Gauge::default() }
    }

    pub(crate) fn reading(&self) -> Reading {
        let doing = self.doing.load(Ordering::Relaxed);
        Reading {
            doing: Doing::ALL.get(usize::from(doing)).copied().unwrap_or(Doing::Nothing),
            n_done: self.n_done.load(Ordering::Relaxed),
            n_wanted: self.n_wanted.load(Ordering::Relaxed),
        }
    }

    /// A run begins or ends: counts start anew.
    pub(crate) fn reset(&self, doing: Doing) {
        self.set(doing);
        self.n_done.store(0, Ordering::Relaxed);
        self.n_wanted.store(0, Ordering::Relaxed);
    }

    fn set(&self, doing: Doing) {
        self.doing.store(doing as u8, Ordering::Relaxed);
    }
}

impl Progress for Gauge {
    fn begin(&self, stage: Stage, n_steps: usize) {
        match stage {
            Stage::Discovering => self.reset(Doing::Discovering),
            Stage::Indexing => {
                self.set(Doing::Indexing);
                // Told again after each batch, with what is left.
                self.n_wanted.fetch_max(n_steps, Ordering::Relaxed);
            }
            Stage::Embedding => {
                self.set(Doing::Embedding);
                // Chunks come after files, so that what is done only grows.
                self.n_wanted.fetch_add(n_steps, Ordering::Relaxed);
            }
            Stage::Committing => self.set(Doing::Committing),
        }
    }

    fn advance(&self, n_steps: usize) {
        self.n_done.fetch_add(n_steps, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl From<Reading> for IndexingShape {
    fn from(reading: Reading) -> IndexingShape {
        IndexingShape { doing: reading.doing.as_str().into(), done: reading.n_done, total: reading.n_wanted }
    }
}
