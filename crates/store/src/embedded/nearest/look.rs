//! What the sketches promise: every row that may be among the best, as far as all threads together know by then.

use std::sync::{Mutex, PoisonError};

use crate::embedded::picking::{Bar, Scored};
use crate::embedded::sharing;
use crate::keyword::PerFile;

/// Room for rows that is made at first.
const FIRST_ROOM: usize = 4096;
/// Steps that promises are counted in. They lie between -1 and 1, so one step is a twentieth of what an estimate may be wrong by.
const N_STEPS: usize = 2048;

/// Room that earlier questions have left. Fresh memory would be cleared by the system, page after page, for every question.
static SPARE: Mutex<Vec<Vec<Scored>>> = Mutex::new(Vec::new());

/// What a row must promise: as much as so many others do, whoever has seen them. Counted in steps and by all threads together, so that
/// it is known as early as can be: whatever is kept before is kept in vain.
pub(super) struct Crowd {
    n_wanted: usize,
    /// How far an estimate may be too low.
    doubt: f32,
    /// Where the step begins that the last of the wanted rows is in. Only ever rises.
    bar: Bar,
    tally: Mutex<Tally>,
}

struct Tally {
    /// Rows by step.
    n_rows: Vec<usize>,
    /// The step of the bar, and the rows in it and above.
    step: usize,
    n_above: usize,
}

impl Crowd {
    pub(super) fn of(n_wanted: usize, doubt: f32) -> Crowd {
        let tally = Tally { n_rows: vec![0; N_STEPS + 1], step: 0, n_above: 0 };
        Crowd { n_wanted, doubt, bar: Bar::at(f32::NEG_INFINITY), tally: Mutex::new(tally) }
    }

    /// So many rows are estimated this high.
    pub(super) fn bar(&self) -> f32 {
        self.bar.get()
    }

    /// What is estimated lower cannot be among the best. Only ever rises.
    pub(super) fn least(&self) -> f32 {
        self.bar.get() - self.doubt
    }

    fn count(&self, score: f32) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        // What is no number counts as nothing.
        let step = ((score + 1.0) * (N_STEPS as f32 / 2.0)).clamp(0.0, N_STEPS as f32) as usize;
        tally.n_rows[step] += 1;
        tally.n_above += usize::from(step >= tally.step);
        while tally.n_above - tally.n_rows[tally.step] >= self.n_wanted {
            tally.n_above -= tally.n_rows[tally.step];
            tally.step += 1;
        }
        if tally.step > 0 {
            // Half a step lower, so that rounding puts no row of this step below it.
            self.bar.raise((tally.step as f32 - 0.5) / (N_STEPS as f32 / 2.0) - 1.0);
        }
    }
}

/// The rows that one thread has seen.
pub(super) struct Look<'a> {
    crowd: &'a Crowd,
    most_of_file: usize,
    /// The file of the last row that was counted, and how many of its rows were.
    file: Option<u32>,
    n_of_file: usize,
    promising: Vec<Scored>,
}

impl<'a> Look<'a> {
    pub(super) fn new(crowd: &'a Crowd, per_file: PerFile) -> Look<'a> {
        let spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let promising = spare.unwrap_or_else(|| Vec::with_capacity(FIRST_ROOM));
        Look { crowd, most_of_file: per_file.most(), file: None, n_of_file: 0, promising }
    }

    /// Takes in a row that may be among the best; the rows of a file come one after the other. Of most it need not be known what
    /// file they belong to.
    pub(super) fn take(&mut self, file: impl FnOnce() -> Option<u32>, row: Scored) {
        if row.score >= self.crowd.bar()
            && let Some(file) = file()
        {
            if self.file != Some(file) {
                (self.file, self.n_of_file) = (Some(file), 0);
            }
            self.n_of_file += 1;
            if self.n_of_file <= self.most_of_file {
                self.crowd.count(row.score);
            }
        }
        self.keep(row);
    }

    /// When there is no room, those are forgotten first that were kept while the best were worse.
    fn keep(&mut self, row: Scored) {
        if self.promising.len() == self.promising.capacity() {
            let least = self.crowd.least();
            self.promising.retain(|row| row.score >= least);
            if self.promising.len() > self.promising.capacity() / 2 {
                self.promising.reserve(self.promising.capacity());
            }
        }
        self.promising.push(row);
    }

    /// In order all rows that are estimated at least as high as [`Crowd::least`], and some more.
    pub(super) fn end(self) -> Vec<Scored> {
        self.promising
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
    use super::{Crowd, Look, Scored};
    use crate::keyword::PerFile;

    /// Each number once, in an order that looks random, between -1 and 1.
    fn scores() -> Vec<f32> {
        (0..100_000u32).map(|place| (place * 7919 % 100_003) as f32 / 50_001.5 - 1.0).collect()
    }

    fn row(place: u32, score: f32) -> Scored {
        Scored { score, segment: 0, place }
    }

    #[test]
    fn whatever_may_be_among_the_best_is_kept_in_order() {
        let scores = scores();
        let crowd = Crowd::of(10, 0.01);
        let mut look = Look::new(&crowd, PerFile::Unlimited);
        for (place, &score) in (0..).zip(&scores) {
            if score >= crowd.least() {
                look.take(|| Some(place), row(place, score));
            }
        }
        let least = crowd.least();
        let promising = look.end();
        assert!(promising.capacity() < scores.len() / 2, "{}", promising.capacity());
        let kept: Vec<u32> = promising.iter().filter(|row| row.score >= least).map(|row| row.place).collect();
        let all = (0..).zip(&scores).filter(|(_, score)| **score >= least).map(|(place, _)| place);
        assert!(kept.len() > 100 && all.eq(kept));
    }

    #[test]
    fn the_bar_is_reached_by_as_many_as_are_wanted_and_hardly_more() {
        let mut scores = scores();
        let crowd = Crowd::of(10, 0.01);
        let mut look = Look::new(&crowd, PerFile::AtMost(1));
        for (place, &score) in (0..).zip(&scores) {
            look.take(|| Some(place), row(place, score));
        }
        scores.sort_by(|a, b| b.total_cmp(a));
        assert!(crowd.bar() <= scores[9] && crowd.bar() > scores[9] - 0.002, "{} {}", crowd.bar(), scores[9]);
    }

    #[test]
    fn a_file_counts_no_more_than_its_share() {
        let crowd = Crowd::of(3, 0.01);
        let mut look = Look::new(&crowd, PerFile::AtMost(2));
        for (file, score) in [(1, 0.9), (1, 0.9), (1, 0.9), (1, f32::NAN), (2, 0.5)] {
            look.take(|| Some(file), row(file, score));
        }
        assert!(crowd.bar() <= 0.5 && crowd.bar() > 0.49, "{}", crowd.bar());
    }
}
