//! Scored documents -> the answer: the best of them in the one order, with at most so many of one file.
//!
//! Every recall ends here, so that keyword and vector answers are ordered alike: by score, then path, then place.

use std::cmp::Ordering;

use tantivy::TantivyError;

use super::snapshot::{Columns, Snapshot};
use crate::keyword::{PerFile, ScoredChunk};
use crate::record::FileId;

/// When the best are picked, this many times the limit are sorted first; the rest only if files repeat too often.
const FIRST_PICK: usize = 8;

/// A document with its score, before anything else is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) score: f32,
    pub(super) segment: u32,
    pub(super) doc: u32,
}

/// A chunk while it is being ranked.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: f32,
    path_rank: u32,
    ordinal: u32,
    file: u32,
}

/// The best `limit` chunks in order, with at most so many of one file. Only the few with the best scores are looked up;
/// the others are taken in when files repeat too often among them.
pub(super) fn best(
    snapshot: &Snapshot,
    mut scored: Vec<Scored>,
    limit: usize,
    per_file: PerFile,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let first = match per_file {
        PerFile::Unlimited => limit,
        PerFile::AtMost(_) => limit.saturating_mul(FIRST_PICK),
    };
    if first > 0 && first < scored.len() {
        let by_score = |a: &Scored, b: &Scored| b.score.total_cmp(&a.score);
        let (_, last, _) = scored.select_nth_unstable_by(first - 1, by_score);
        // Equal scores are told apart by path, so all of them come along.
        let least = last.score;
        let best: Vec<Scored> = scored.iter().copied().filter(|one| one.score >= least).collect();
        let picked = capped(&candidates(snapshot, &best)?, limit, per_file);
        if picked.len() >= limit {
            return Ok(picked);
        }
    }
    Ok(capped(&candidates(snapshot, &scored)?, limit, per_file))
}

/// Looks up where scored documents stand, and sorts them.
fn candidates(snapshot: &Snapshot, scored: &[Scored]) -> Result<Vec<Candidate>, TantivyError> {
    let candidate = |one: &Scored| {
        let Columns { files, ordinals } = snapshot.columns(one.segment as usize)?;
        let file = files[one.doc as usize];
        let ordinal = ordinals.get_val(one.doc) as u32;
        Ok(Candidate { score: one.score, path_rank: snapshot.path_rank(file), ordinal, file })
    };
    let mut candidates = scored.iter().map(candidate).collect::<Result<Vec<_>, TantivyError>>()?;
    candidates.sort_unstable_by(best_first);
    Ok(candidates)
}

fn capped(sorted: &[Candidate], limit: usize, per_file: PerFile) -> Vec<ScoredChunk> {
    let mut taken: std::collections::HashMap<u32, usize> = std::collections::HashMap::new();
    let mut picked = Vec::with_capacity(limit.min(sorted.len()));
    for candidate in sorted {
        if picked.len() == limit {
            break;
        }
        if let PerFile::AtMost(most) = per_file {
            let n_taken = taken.entry(candidate.file).or_default();
            if *n_taken >= most {
                continue;
            }
            *n_taken += 1;
        }
        picked.push(ScoredChunk { file: FileId(candidate.file), ordinal: candidate.ordinal, score: candidate.score });
    }
    picked
}

/// The one order of candidates: score, then path, then place in the file.
fn best_first(a: &Candidate, b: &Candidate) -> Ordering {
    b.score.total_cmp(&a.score).then(a.path_rank.cmp(&b.path_rank)).then(a.ordinal.cmp(&b.ordinal))
}
