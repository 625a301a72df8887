//! What every row scores, kept until it is known what a row must reach: whatever is decided row by row before that is decided in
//! vain for most of them.
//!
//! In:  rows, and how a block of them is scored.
//! Out: the best rows, or all that score at least so high.

use std::sync::{Mutex, PoisonError};

use super::Beside;
use super::rows::{Block, Rows};
use crate::embedded::picking::Scored;
use crate::embedded::sharing::{self, on_free_cores};
use crate::embedded::vectors::BLOCK;
use crate::embedded::vectors::kernels::Kernel;
use crate::keyword::PerFile;

/// So many times the wanted rows are offered at first: many of them are of the same files.
const GENEROUS: usize = 8;
/// One row in so many tells where the best begin, if there are many.
const SAMPLED: usize = 64;
/// With fewer rows more of them tell.
const MIN_SAMPLE: usize = 1024;

/// A number for every row, block after block.
pub(super) struct Scores<'a> {
    rows: &'a Rows<'a>,
    /// At least as many as there are rows; what lies behind is left from before.
    numbers: Room,
    /// Where those of each piece begin, and the end of the last.
    starts: Vec<usize>,
}

impl<'a> Scores<'a> {
    /// Scores all blocks that hold wanted rows, and does first what is to be done beside it.
    pub(super) fn of(
        rows: &'a Rows<'a>,
        beside: &Beside<'_>,
        score: impl Fn(&Block<'_>) -> [f32; BLOCK] + Sync,
    ) -> Scores<'a> {
        let mut starts = vec![0];
        starts.extend(rows.pieces.iter().scan(0, |end, piece| {
            *end += piece.n_blocks() * BLOCK;
            Some(*end)
        }));
        let mut numbers = Room::of(starts[rows.pieces.len()]);
        let mut rest = &mut numbers.0[..];
        // Each is locked once, by the one who fills it.
        let mut pieces: Vec<Mutex<&mut [f32]>> = Vec::with_capacity(rows.pieces.len());
        for piece in &rows.pieces {
            let (first, others) = rest.split_at_mut(piece.n_blocks() * BLOCK);
            pieces.push(Mutex::new(first));
            rest = others;
        }
        let fill = |piece: usize| {
            let mut numbers = pieces[piece].lock().unwrap_or_else(PoisonError::into_inner);
            for (numbers, block) in numbers.as_chunks_mut().0.iter_mut().zip(rows.blocks(piece)) {
                *numbers = if block.holds_wanted() { score(&block) } else { [f32::NEG_INFINITY; BLOCK] };
            }
        };
        sharing::shared(
            rows.pieces.len() + 1,
            || (),
            |(), number| match number.checked_sub(1) {
                None => beside(),
                Some(piece) => fill(piece),
            },
        );
        drop(pieces);
        Scores { rows, numbers, starts }
    }

    /// The best `n_rows` with at most so many of one file, and all that score as the last of them, in no order: the same rows
    /// whatever segments and pieces there are.
    pub(super) fn best(&self, n_rows: usize, per_file: PerFile) -> Vec<Scored> {
        let mut n_offered = n_rows.saturating_mul(GENEROUS);
        loop {
            let least = self.reached_by(n_offered);
            let best = self.rows.best_of(n_rows, per_file, self.on_pieces(|piece| self.at_least(piece, least)));
            if best.len() >= n_rows || least == f32::NEG_INFINITY {
                return best;
            }
            n_offered = n_offered.saturating_mul(GENEROUS);
        }
    }

    /// Makes rows of each piece, side by side, and tells them in order.
    pub(super) fn on_pieces(&self, rows_of: impl Fn(usize) -> Vec<Scored> + Sync) -> impl Iterator<Item = Scored> {
        let pieces: Vec<usize> = (0..self.rows.pieces.len()).collect();
        on_free_cores(&pieces, |piece| rows_of(*piece)).into_iter().flatten()
    }

    /// The wanted rows of a piece that score at least so high, in order.
    pub(super) fn at_least(&self, piece: usize, least: f32) -> Vec<Scored> {
        let kernel = Kernel::best();
        let numbers = &self.numbers.0[self.starts[piece]..self.starts[piece + 1]];
        let mut found = Vec::new();
        for (numbers, block) in numbers.as_chunks().0.iter().zip(self.rows.blocks(piece)) {
            let reached = kernel.at_least(numbers, least);
            found.extend(block.wanted_of(reached).map(|lane| block.scored(lane, numbers[lane as usize])));
        }
        found
    }

    /// What about so many wanted rows score at least, told by a sample.
    fn reached_by(&self, n_rows: usize) -> f32 {
        let numbers = &self.numbers.0[..self.starts[self.rows.pieces.len()]];
        let step = (numbers.len() / MIN_SAMPLE).clamp(1, SAMPLED);
        let mut sample: Vec<f32> = numbers.iter().step_by(step).copied().collect();
        let place = sample.len().saturating_mul(n_rows) / self.rows.n_wanted.max(1);
        if place >= sample.len() {
            return f32::NEG_INFINITY;
        }
        *sample.select_nth_unstable_by(place, |a, b| b.total_cmp(a)).1
    }
}

/// Room that earlier questions have left. Fresh memory would be cleared by the system, page after page, for every question.
static SPARE: Mutex<Vec<Vec<f32>>> = Mutex::new(Vec::new());

/// Room for numbers, left to the next question.
struct Room(Vec<f32>);

impl Room {
    /// For so many at least, whatever they are.
    fn of(n_numbers: usize) -> Room {
        let mut numbers = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        if numbers.len() < n_numbers {
            numbers.resize(n_numbers, f32::NEG_INFINITY);
        }
        Room(numbers)
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < sharing::n_cores() {
            spare.push(std::mem::take(&mut self.0));
        }
    }
}
