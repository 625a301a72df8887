//! What the words of a question say about a file as a whole: not only its best chunk may speak of the matter.

use quarry_store::{FileEvidence, FileId};

use super::Candidate;
use super::feature::Feature;
use crate::error::SearchError;
use crate::search::Context;
use crate::search::recall::Recalled;

/// How slowly repetition stops counting, and how strongly long files are discounted.
const K1: f32 = 2.0;
const B: f32 = 0.6;
/// The share of its chunks from which on a file is wholly about the matter: all of a file of one or two chunks are good, whatever
/// is asked.
const WHOLLY: f32 = 0.5;

pub(super) fn add(
    context: &Context<'_>,
    recalled: &Recalled<'_>,
    candidates: &mut [Candidate],
) -> Result<(), SearchError> {
    let Some(scorer) = &recalled.keyword else { return Ok(()) };
    let files: Vec<FileId> = candidates.iter().map(|candidate| candidate.file).collect();
    let evidence = scorer.evidence(&files)?;
    let n_files = context.snapshot.manifest().files.len();
    let mean_chunks = context.snapshot.n_chunks() as f32 / n_files.max(1) as f32;
    let terms = scorer.query().terms.iter().zip(scorer.idf());
    let weights: Vec<f32> = terms.map(|(term, idf)| term.weight * idf).collect();
    let mut best = f32::MIN_POSITIVE;
    for (candidate, evidence) in candidates.iter_mut().zip(evidence.iter()) {
        let n_chunks = context.snapshot.record(candidate.file).map_or(1, |record| record.n_chunks.max(1)) as f32;
        let length = 1.0 - B + B * n_chunks / mean_chunks.max(f32::MIN_POSITIVE);
        let FileEvidence { n_good, frequencies, .. } = evidence;
        let counts = |(weight, frequency): (&f32, &f32)| weight * frequency / (frequency + K1 * length);
        let score: f32 = weights.iter().zip(frequencies).map(counts).sum();
        best = best.max(score);
        candidate.features.set(Feature::FileWords, score);
        candidate.features.set(Feature::Coherence, (n_good as f32 / n_chunks).min(WHOLLY));
    }
    for candidate in candidates {
        candidate.features.set(Feature::FileWords, candidate.features.get(Feature::FileWords) / best);
    }
    Ok(())
}
