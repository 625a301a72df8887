//! Ranking: candidates become files in order, best first.
//!
//! Files are ranked, not chunks: most questions are answered by a file, and a second chunk of one file takes the place of
//! another file. Which chunk of a file is shown is decided afterwards (`diversify`).

mod beginnings;
mod evidence;
mod feature;
mod gather;
pub(crate) mod place;
mod weights;
mod whole;

use quarry_store::{FileId, ScoredChunk};
use smallvec::SmallVec;

use super::plan::Plan;
use super::recall::Recalled;
use super::{Context, fuse};
use crate::error::SearchError;

pub use feature::{Feature, Features};
pub(super) use gather::by_file;
pub(super) use weights::Weights;

/// Chunks of one file in one list: hardly ever more than two.
pub(super) type ChunksOfFile = SmallVec<[ScoredChunk; 2]>;

/// A file that may be an answer.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) file: FileId,
    /// Its chunks that were recalled by keyword, best first.
    pub(super) by_word: ChunksOfFile,
    /// Its chunks that were recalled by meaning, best first.
    pub(super) by_meaning: ChunksOfFile,
    /// Its place among the files of each list, from 1.
    pub(super) word_place: Option<usize>,
    pub(super) meaning_place: Option<usize>,
    /// The chunk where a definition begins that the question names, if that is what the question asks for.
    pub(super) definition: Option<u32>,
    pub(super) features: Features,
    pub(super) score: f32,
}

/// Puts every file that was recalled in order: by score, then by path.
pub(super) fn files(
    context: &Context<'_>,
    plan: &Plan,
    recalled: &Recalled<'_>,
) -> Result<Vec<Candidate>, SearchError> {
    let search = &context.settings.search;
    let mut candidates = by_file(recalled);
    // Also without a ranker: which chunk is shown depends on the definition that was found.
    evidence::add(context, plan, recalled, &mut candidates)?;
    match Weights::of(search.ranker_in(plan.mode(search.mode)), recalled) {
        None => fuse::score(&mut candidates, search),
        Some(weights) => {
            whole::add(context, recalled, &mut candidates)?;
            candidates.iter_mut().for_each(|candidate| candidate.score = weights.score(&candidate.features));
        }
    }
    let path = |candidate: &Candidate| context.snapshot.record(candidate.file).map(|record| &record.path);
    candidates.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| path(a).cmp(&path(b))));
    Ok(candidates)
}
