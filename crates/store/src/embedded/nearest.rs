//! The chunks whose vectors point the same way as the question's, best first.
//!
//! ```text
//! wanted rows ─┬─> many: estimates by sketches, the promising ─┬─> cosines by codes ─> the best, so many of one file
//!              └─> few: all of them ───────────────────────────┘
//! ```
//!
//! A score is the cosine of the question with the stored vector. It is counted in whole numbers and rounded in a fixed order,
//! so that it is the same on every machine. Lists are cut by score, ties included, so that segments, threads and deleted
//! documents leave no trace in an answer.

mod question;
mod rows;
mod scores;

use tantivy::TantivyError;

use self::question::Question;
use self::rows::Rows;
use self::scores::Scores;
use super::picking::{self, Scored};
use super::selection::Selection;
use super::snapshot::Snapshot;
use super::vectors::StoredVectors;
use super::vectors::kernels::Kernel;
use crate::keyword::ScoredChunk;
use crate::vector::{self, VectorQuery};

/// Codes of up to this many bytes are all read; of more, only those whose sketches promise something.
const READ_ALL_BYTES: usize = 4 << 20;
/// A sketch takes a quarter of the bytes: if no more rows than this share are wanted, reading their codes alone is faster.
const FEW_WANTED: usize = 4;
/// How far an estimate may be below what a cosine is, times the square root of the dimension: three standard deviations,
/// which loses one row of a thousand. It depends on no model, because rotated vectors are all alike (docs/benchmarks.md).
const DOUBT: f32 = 1.1;
/// So many times the wanted rows are looked at to learn what a row must score at least.
const FIRST_LOOK: usize = 2;

/// What is done beside a scan, by whichever thread comes first: reading vectors takes memory's time, and others leave it alone.
pub(super) type Beside<'a> = dyn Fn() + Sync + 'a;

/// The best chunks. `beside` is done once, unless what is stored cannot be read.
pub(super) fn chunks(
    snapshot: &Snapshot,
    query: &VectorQuery<'_>,
    selection: &Selection,
    beside: &Beside<'_>,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let Some(question) = Question::of(query.vector).filter(|_| query.limit > 0) else {
        beside();
        return Ok(Vec::new());
    };
    let rows = Rows::wanted(snapshot, selection)?;
    let best = match by_sketch(snapshot, rows.n_wanted, query.vector.len()) {
        true => promising(&rows, &question, query, beside),
        false => all(&rows, &question, query, beside),
    };
    picking::best(snapshot, &documents(&rows, &best)?, query.limit, query.per_file)
}

/// Whether sketches decide which codes are read. What is stored how must not decide it.
fn by_sketch(snapshot: &Snapshot, n_wanted: usize, dimension: usize) -> bool {
    n_wanted.saturating_mul(vector::padded(dimension)) > READ_ALL_BYTES
        && n_wanted.saturating_mul(FEW_WANTED) > snapshot.n_chunks as usize
}

pub(super) fn scan_bytes(snapshot: &Snapshot) -> usize {
    let of_segment =
        |vectors: &StoredVectors| match by_sketch(snapshot, snapshot.n_chunks as usize, vectors.dimension()) {
            true => vectors.n_block_bytes(),
            false => vectors.n_code_bytes(),
        };
    snapshot.vectors.iter().map(of_segment).sum()
}

/// The best of all wanted rows.
fn all(rows: &Rows<'_>, question: &Question, query: &VectorQuery<'_>, beside: &Beside<'_>) -> Vec<Scored> {
    let kernel = Kernel::best();
    Scores::of(rows, beside, |block| block.cosines(kernel, question)).best(query.limit, query.per_file)
}

/// The best of those rows whose sketches allow that they are.
fn promising(rows: &Rows<'_>, question: &Question, query: &VectorQuery<'_>, beside: &Beside<'_>) -> Vec<Scored> {
    let (kernel, tables) = (Kernel::best(), question.tables());
    let estimates = Scores::of(rows, beside, |block| block.estimates(kernel, &tables));
    let first = estimates.best(query.limit.saturating_mul(FIRST_LOOK), query.per_file);
    let mut cosines: Vec<f32> = rows.cosines(kernel, question, first).map(|row| row.score).collect();
    // Whatever is among the best scores at least as much as the last of these, and is estimated not much lower.
    let last = match cosines.len().checked_sub(query.limit) {
        Some(n_lower) => *cosines.select_nth_unstable_by(n_lower, f32::total_cmp).1,
        None => f32::NEG_INFINITY,
    };
    let least = last - DOUBT / (question.numbers.len() as f32).sqrt();
    let found = estimates.on_pieces(|piece| {
        let promising = estimates.at_least(piece, least);
        rows.cosines(kernel, question, promising).filter(|row| row.score >= last).collect()
    });
    rows.best_of(query.limit, query.per_file, found)
}

fn documents(rows: &Rows<'_>, best: &[Scored]) -> Result<Vec<Scored>, TantivyError> {
    let document = |row: &Scored| {
        let doc =
            rows.doc(row).ok_or_else(|| TantivyError::InternalError("a file of vectors is damaged".to_owned()))?;
        Ok(Scored { place: doc, ..*row })
    };
    best.iter().map(document).collect()
}
