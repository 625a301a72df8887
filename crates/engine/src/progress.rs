//! How long work tells what it is doing, and how it is told to stop.

/// A stage of indexing that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Walking the tree.
    Discovering,
    /// Reading, parsing and adding files.
    Indexing,
    /// Asking a model for vectors; a step is a chunk.
    Embedding,
    /// Writing the generation to disk.
    Committing,
}

/// Receives progress, from several threads. All methods have a quiet default.
pub trait Progress: Sync {
    /// A stage begins; `n_steps` is how often [`Progress::advance`] will be called at most.
    fn begin(&self, _stage: Stage, _n_steps: usize) {}
    /// Steps of the stage are done.
    fn advance(&self, _n_steps: usize) {}
    /// Asked between files: `true` ends the work early, with what is done so far kept.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Tells nobody, never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Progress for Quiet {}
