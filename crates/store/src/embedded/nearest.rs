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

mod look;
mod question;
mod rows;

use tantivy::TantivyError;

use self::look::{Crowd, Look};
use self::question::Question;
use self::rows::Rows;
use super::picking::{self, Best, Room, Scored};
use super::selection::Selection;
use super::sharing;
use super::snapshot::Snapshot;
use super::vectors::StoredVectors;
use super::vectors::kernels::Kernel;
use crate::keyword::{PerFile, ScoredChunk};
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
    let by_sketch = by_sketch(snapshot, rows.n_wanted, query.vector.len());
    let n_spare = match query.per_file {
        PerFile::Unlimited => 0,
        PerFile::AtMost(most) => rows.pieces.len().saturating_mul(most),
    };
    let wanted = Wanted { limit: query.limit, per_file: query.per_file, n_spare };
    let best =
        if by_sketch { promising(&rows, &question, wanted, beside) } else { all(&rows, &question, wanted, beside) };
    picking::best(snapshot, &documents(&rows, &best)?, query.limit, query.per_file)
}

/// How many rows, and how many of them from one file.
#[derive(Clone, Copy)]
struct Wanted {
    limit: usize,
    per_file: PerFile,
    /// Where a piece ends, a file may place its share twice.
    n_spare: usize,
}

impl Wanted {
    /// Room for the best `n_rows`.
    fn best(self, n_rows: usize) -> Best {
        Best::of(n_rows.saturating_add(self.n_spare), self.per_file)
    }
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
fn all(rows: &Rows<'_>, question: &Question, wanted: Wanted, beside: &Beside<'_>) -> Vec<Scored> {
    let kernel = Kernel::best();
    let shares = over_pieces(
        rows,
        beside,
        || wanted.best(wanted.limit),
        |best, piece| {
            rows.for_each_block(piece, |block| block.offer_cosines(kernel, question, best));
        },
    );
    Best::together(shares)
}

/// The best of those rows whose sketches allow that they are.
fn promising(rows: &Rows<'_>, question: &Question, wanted: Wanted, beside: &Beside<'_>) -> Vec<Scored> {
    let kernel = Kernel::best();
    let doubt = DOUBT / (question.numbers.len() as f32).sqrt();
    let n_first = wanted.limit.saturating_mul(FIRST_LOOK);
    let crowd = Crowd::of(n_first.saturating_add(wanted.n_spare), doubt);
    let kept = over_pieces(
        rows,
        beside,
        || Look::new(&crowd, wanted.per_file),
        |look, piece| {
            rows.for_each_block(piece, |block| {
                block.look_at(kernel, question, crowd.least(), |row| look.take(|| rows.file(&row), row));
            });
        },
    );
    let kept: Vec<Vec<Scored>> = kept.into_iter().map(Look::end).collect();
    // Whoever is estimated this high was kept by every share.
    let all_kept = crowd.least();
    let best = kept.iter().flatten().filter(|row| row.score >= crowd.bar()).copied();
    let first = first_look(rows, best.collect(), n_first, wanted.per_file);
    let mut cosines = Vec::with_capacity(first.len());
    rows.for_each_cosine(kernel, question, first.iter(), |_, cosine| cosines.push(cosine));
    cosines.sort_unstable_by(|a, b| b.total_cmp(a));
    // Whatever is among the best scores at least as much as the last of these, and is estimated not much lower.
    let last = cosines.get(wanted.limit - 1).copied().unwrap_or(f32::NEG_INFINITY);
    let least = last - doubt;
    let kept = if least < all_kept { looked_at_again(rows, question, least) } else { kept };
    let share = |best: &mut Best, number: usize| {
        let promising = kept[number].iter().filter(|row| row.score >= least);
        rows.for_each_cosine(kernel, question, promising, |row, cosine| {
            // There are enough that score as much as the last: of the others it need not be known what file they belong to.
            if cosine >= last
                && let Some(file) = rows.file(row)
            {
                best.offer(file, Scored { score: cosine, ..*row });
            }
        });
    };
    let best = sharing::on_threads(kept.len(), kept.len(), || wanted.best(wanted.limit), share);
    look::leave(kept);
    Best::together(best)
}

/// Looks at all pieces, and does first what is to be done beside it.
fn over_pieces<S: Send>(
    rows: &Rows<'_>,
    beside: &Beside<'_>,
    new: impl Fn() -> S + Sync,
    look: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    sharing::shared(rows.pieces.len() + 1, new, |share, number| match number.checked_sub(1) {
        None => beside(),
        Some(piece) => look(share, piece),
    })
}

/// All rows that are estimated at least so high. Hardly ever asked for: only if the cosines of the best are lower than their
/// estimates were.
fn looked_at_again(rows: &Rows<'_>, question: &Question, least: f32) -> Vec<Vec<Scored>> {
    let kernel = Kernel::best();
    sharing::shared(rows.pieces.len(), Vec::new, |promising, piece| {
        rows.for_each_block(piece, |block| block.look_at(kernel, question, least, |row| promising.push(row)));
    })
}

/// The best `n_rows` of these rows, and all that score as the last of them: the same rows whatever segments and pieces there
/// are, because what they score decides which others are looked at.
fn first_look(rows: &Rows<'_>, mut found: Vec<Scored>, n_rows: usize, per_file: PerFile) -> Vec<Scored> {
    found.sort_unstable_by(picking::by_score_and_place);
    let mut room = Room::of(per_file);
    let mut first: Vec<Scored> = Vec::with_capacity(n_rows.min(found.len()));
    for row in found {
        if first.len() >= n_rows && first.last().is_some_and(|last| row.score < last.score) {
            break;
        }
        if rows.file(&row).is_some_and(|file| room.take(file)) {
            first.push(row);
        }
    }
    first
}

fn documents(rows: &Rows<'_>, best: &[Scored]) -> Result<Vec<Scored>, TantivyError> {
    let document = |row: &Scored| {
        let doc =
            rows.doc(row).ok_or_else(|| TantivyError::InternalError("a file of vectors is damaged".to_owned()))?;
        Ok(Scored { place: doc, ..*row })
    };
    best.iter().map(document).collect()
}
