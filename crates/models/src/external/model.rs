//! What is behind [`super::External`]: something that turns texts into raw vectors.

use crate::error::EmbedError;

/// What texts are embedded for. Questions are not waited for as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Passages,
    Query,
}

/// The vectors of a few texts.
#[derive(Debug)]
pub(crate) struct Batch {
    /// Which texts, by position.
    pub(crate) places: Vec<usize>,
    /// As the model gave them: unchecked, of any length.
    pub(crate) vectors: Vec<Vec<f32>>,
}

/// A model that reads texts.
pub(crate) trait TextModel: Send + Sync {
    /// Embeds texts that are ready to be read, and delivers them in batches, in any order, as soon as they are there:
    /// what was delivered before a failure is not lost. A delivery that fails ends the work.
    fn embed(
        &self,
        texts: Vec<String>,
        purpose: Purpose,
        deliver: &mut dyn FnMut(Batch) -> Result<(), EmbedError>,
    ) -> Result<(), EmbedError>;

    /// Requests sent so far; a model in this process sends none.
    fn n_requests(&self) -> u64 {
        0
    }
}
