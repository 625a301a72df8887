//! What one share of the sketches promises: the best estimates, and every row that may be as good as they are.

use std::sync::{Mutex, PoisonError};

use crate::embedded::picking::{Bar, Best, Scored};
use crate::embedded::sharing;

/// Room for rows that is made at first.
const FIRST_ROOM: usize = 4096;

/// Room that earlier questions have left. Fresh memory would be cleared by the system, page after page, for every question.
static SPARE: Mutex<Vec<Vec<Scored>>> = Mutex::new(Vec::new());

pub(super) struct Look<'a> {
    /// Those with the highest estimates.
    best: Best,
    /// What all shares together know.
    bar: &'a Bar,
    /// How far an estimate may be too low.
    doubt: f32,
    promising: Vec<Scored>,
}

impl<'a> Look<'a> {
    pub(super) fn new(best: Best, bar: &'a Bar, doubt: f32) -> Look<'a> {
        let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Look { best, bar, doubt, promising: spare.unwrap_or_else(|| Vec::with_capacity(FIRST_ROOM)) }
    }

    /// What is estimated lower cannot be among the best. Only ever rises.
    pub(super) fn least(&self) -> f32 {
        self.bar.get() - self.doubt
    }

    /// Takes in a row that may be among the best. Of most it need not be known what file they belong to.
    pub(super) fn take(&mut self, file: impl FnOnce() -> Option<u32>, row: Scored) {
        if row.score >= self.bar.get()
            && let Some(file) = file()
        {
            self.best.offer(file, row);
            self.bar.raise(self.best.least());
        }
        self.keep(row);
    }

    /// When there is no room, those are forgotten first that were kept while the best were worse.
    fn keep(&mut self, row: Scored) {
        if self.promising.len() == self.promising.capacity() {
            let least = self.least();
            self.promising.retain(|row| row.score >= least);
            if self.promising.len() > self.promising.capacity() / 2 {
                self.promising.reserve(self.promising.capacity());
            }
        }
        self.promising.push(row);
    }

    /// The best, and in order all rows that are estimated at least as high as [`Look::least`], and some more.
    pub(super) fn end(self) -> (Best, Vec<Scored>) {
        (self.best, self.promising)
    }
}

/// Leaves the room of rows to the next question.
pub(super) fn leave(rows: Vec<Vec<Scored>>) {
    let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
    let n_missing = sharing::n_cores().saturating_sub(spare.len());
    spare.extend(rows.into_iter().take(n_missing).map(|mut rows| {
        rows.clear();
        rows
    }));
}

#[cfg(test)]
mod tests {
    use super::{Bar, Look, Scored};
    use crate::embedded::picking::Best;
    use crate::keyword::PerFile;

    #[test]
    fn whatever_may_be_among_the_best_is_kept_in_order() {
        // Each number once, in an order that looks random.
        let scores: Vec<f32> = (0..100_000u32).map(|place| (place * 7919 % 100_003) as f32).collect();
        let bar = Bar::at(f32::NEG_INFINITY);
        let mut look = Look::new(Best::of(10, PerFile::Unlimited), &bar, 500.0);
        for (place, &score) in (0..).zip(&scores) {
            if score >= look.least() {
                look.take(|| Some(place), Scored { score, segment: 0, place });
            }
        }
        let least = look.least();
        let (_, promising) = look.end();
        assert!(promising.capacity() < scores.len() / 2, "{}", promising.capacity());
        let kept: Vec<u32> = promising.iter().filter(|row| row.score >= least).map(|row| row.place).collect();
        let all = (0..).zip(&scores).filter(|(_, score)| **score >= least).map(|(place, _)| place);
        assert!(kept.len() > 100 && all.eq(kept));
    }
}
