//! Scored documents -> the answer: the best of them in the one order, with at most so many of one file.
//!
//! Every recall ends here, so that keyword and vector answers are ordered alike: by score, then path, then place.
//! The documents of a file come one after the other, because they are stored so; whatever a file may not place is dropped as
//! it comes.

use std::cmp::Ordering;
use std::hash::BuildHasherDefault;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

use tantivy::TantivyError;

use super::snapshot::{Columns, Snapshot};
use crate::keyword::{PerFile, ScoredChunk};
use crate::numbers::NumberMap;
use crate::record::FileId;

/// When so many times the wanted number have been collected, the worst are dropped.
const CROWD: usize = 2;
/// In place of a file: none.
const NO_FILE: u32 = u32::MAX;

/// Something with a score, before anything else is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scored {
    pub(super) score: f32,
    pub(super) segment: u32,
    /// The document, or the row of a vector.
    pub(super) place: u32,
}

/// The least score that can still win, as all threads know it. It only ever rises.
pub(super) struct Bar(AtomicI32);

impl Bar {
    pub(super) fn at(score: f32) -> Bar {
        Bar(AtomicI32::new(ordered(score.to_bits() as i32)))
    }

    #[inline]
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(ordered(self.0.load(Relaxed)) as u32)
    }

    pub(super) fn raise(&self, score: f32) {
        if score > self.get() {
            self.0.fetch_max(ordered(score.to_bits() as i32), Relaxed);
        }
    }
}

/// The bits of a number as one that is ordered as the number is, and back: those of numbers below zero are turned round.
fn ordered(bits: i32) -> i32 {
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

/// Keeps the best `n_wanted` and all that score the same as the last of them: which of those come first is decided by
/// path, which is not known here.
pub(super) struct Best {
    n_wanted: usize,
    most_of_file: usize,
    scored: Vec<Scored>,
    /// What must be scored to be kept.
    least: f32,
    /// The file of the last ones, and where in `scored` they begin.
    file: u32,
    start: usize,
    /// How many are collected before the worst are dropped.
    full: usize,
}

impl Best {
    pub(super) fn of(n_wanted: usize, per_file: PerFile) -> Self {
        let full = n_wanted.saturating_mul(CROWD);
        Best {
            n_wanted,
            most_of_file: per_file.most(),
            scored: Vec::new(),
            least: f32::NEG_INFINITY,
            file: NO_FILE,
            start: 0,
            full,
        }
    }

    /// The same where hardly more are offered than are wanted: the worst are dropped at the end.
    pub(super) fn of_few(n_wanted: usize, per_file: PerFile) -> Self {
        Best { full: usize::MAX, ..Best::of(n_wanted, per_file) }
    }

    /// What scores less need not be offered.
    pub(super) fn least(&self) -> f32 {
        self.least
    }

    /// Takes one in, if there is room in its file. Those of a file are offered one after the other, in order.
    pub(super) fn offer(&mut self, file: u32, one: Scored) {
        if one.score < self.least {
            return;
        }
        if file != self.file {
            if self.scored.len() >= self.full {
                self.drop_worst();
            }
            (self.file, self.start) = (file, self.scored.len());
        }
        let of_file = &mut self.scored[self.start..];
        if of_file.len() < self.most_of_file {
            self.scored.push(one);
        } else if let Some(last) = of_file.iter_mut().max_by(|a, b| by_score_and_place(a, b))
            && last.score < one.score
        {
            *last = one;
        }
    }

    fn drop_worst(&mut self) {
        if let Some(last) = self.n_wanted.checked_sub(1).filter(|last| *last < self.scored.len()) {
            let (_, last, _) = self.scored.select_nth_unstable_by(last, |a, b| b.score.total_cmp(&a.score));
            self.least = self.least.max(last.score);
            let least = self.least;
            self.scored.retain(|one| one.score >= least);
        }
        self.file = NO_FILE;
        // Many equal scores may remain; they are not sorted again with every new one.
        self.full = self.scored.len().max(self.n_wanted).saturating_mul(CROWD);
    }

    /// The best of several shares, in no order.
    pub(super) fn together(shares: impl IntoIterator<Item = Best>) -> Vec<Scored> {
        let mut shares = shares.into_iter();
        let Some(mut together) = shares.next() else { return Vec::new() };
        shares.for_each(|share| together.scored.extend(share.scored));
        together.drop_worst();
        together.scored
    }
}

/// Best first; of equal scores the first in the file.
fn by_score_and_place(a: &Scored, b: &Scored) -> Ordering {
    b.score.total_cmp(&a.score).then(a.place.cmp(&b.place))
}

/// Counts what files place.
struct Room {
    per_file: PerFile,
    taken: NumberMap<u32, usize>,
}

impl Room {
    fn of(per_file: PerFile, n_files: usize) -> Room {
        Room { per_file, taken: NumberMap::with_capacity_and_hasher(n_files, BuildHasherDefault::new()) }
    }

    /// Whether a file may place one more; it then has.
    fn take(&mut self, file: u32) -> bool {
        match self.per_file {
            PerFile::Unlimited => true,
            PerFile::AtMost(most) => {
                let n_taken = self.taken.entry(file).or_default();
                *n_taken += 1;
                *n_taken <= most
            }
        }
    }
}

/// A chunk while it is being ranked.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: f32,
    path_rank: u32,
    ordinal: u32,
    file: u32,
}

/// The best `limit` documents in order, with at most so many of one file.
pub(super) fn best(
    snapshot: &Snapshot,
    scored: &[Scored],
    limit: usize,
    per_file: PerFile,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let candidate = |one: &Scored| {
        let Columns { files, ordinals } = snapshot.columns(one.segment as usize)?;
        let file = files[one.place as usize];
        let ordinal = ordinals.get_val(one.place) as u32;
        Ok(Candidate { score: one.score, path_rank: snapshot.path_rank(FileId(file)), ordinal, file })
    };
    let mut candidates = scored.iter().map(candidate).collect::<Result<Vec<_>, TantivyError>>()?;
    candidates.sort_unstable_by(best_first);
    Ok(capped(&candidates, limit, per_file))
}

fn capped(sorted: &[Candidate], limit: usize, per_file: PerFile) -> Vec<ScoredChunk> {
    let mut room = Room::of(per_file, sorted.len().min(limit));
    let picked = sorted.iter().filter(|candidate| room.take(candidate.file)).take(limit);
    let chunk = |one: &Candidate| ScoredChunk { file: FileId(one.file), ordinal: one.ordinal, score: one.score };
    picked.map(chunk).collect()
}

/// The one order of candidates: score, then path, then place in the file.
fn best_first(a: &Candidate, b: &Candidate) -> Ordering {
    b.score.total_cmp(&a.score).then(a.path_rank.cmp(&b.path_rank)).then(a.ordinal.cmp(&b.ordinal))
}

#[cfg(test)]
mod tests {
    use super::{Bar, Best, Scored};
    use crate::keyword::PerFile;

    #[test]
    fn a_bar_rises_and_never_falls_below_zero_and_above() {
        let bar = Bar::at(f32::NEG_INFINITY);
        let raised = [-2.0, -3.0, -0.5, -0.75, 0.0, -1.0, 0.25, 0.125, 3.0].map(|score| {
            bar.raise(score);
            bar.get()
        });
        assert_eq!(raised, [-2.0, -2.0, -0.5, -0.5, 0.0, 0.0, 0.25, 0.25, 3.0]);
    }

    #[test]
    fn a_file_places_its_best_and_of_equals_the_first() {
        let mut best = Best::of(10, PerFile::AtMost(2));
        let scores = [(1, 3.0), (1, 5.0), (1, 4.0), (1, 4.0), (2, 1.0), (2, 1.0), (2, 1.0)];
        for (place, (file, score)) in (0..).zip(scores) {
            best.offer(file, Scored { score, segment: 0, place });
        }
        let mut places: Vec<u32> = Best::together([best]).iter().map(|one| one.place).collect();
        places.sort_unstable();
        assert_eq!(places, [1, 2, 4, 5]);
    }

    #[test]
    fn equals_of_the_last_wanted_are_kept() {
        let mut best = Best::of(2, PerFile::AtMost(1));
        for (file, score) in [(1, 1.0), (2, 2.0), (3, 1.0), (4, 0.5), (5, 0.5), (6, 0.5), (7, 3.0), (8, 2.0)] {
            best.offer(file, Scored { score, segment: 0, place: file });
        }
        let mut places: Vec<u32> = Best::together([best]).iter().map(|one| one.place).collect();
        places.sort_unstable();
        assert_eq!(places, [2, 7, 8]);
    }
}
