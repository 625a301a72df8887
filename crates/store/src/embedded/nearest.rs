//! The chunks whose vectors point the same way as the question's, best first.
//!
//! ```text
//! wanted rows ─┬─> many: by signs, the most promising ─┬─> cosines by codes ─> the best, so many of one file
//!              └─> few: all of them ───────────────────┘
//! ```
//!
//! A score is the cosine of the question with the stored vector. It is counted in whole numbers and rounded in a fixed order,
//! so that it is the same on every machine. Lists are cut by score, ties included, so that segments, threads and deleted
//! documents leave no trace in an answer.

mod best;
mod question;
mod rows;

use tantivy::TantivyError;

use self::best::{Best, Row};
use self::question::Question;
use self::rows::Rows;
use super::picking::{self, Scored};
use super::selection::Selection;
use super::sharing;
use super::snapshot::Snapshot;
use super::vectors::kernels::Kernel;
use crate::keyword::{PerFile, ScoredChunk};
use crate::vector::{self, VectorQuery};

/// Codes of up to this many bytes are all read; of more, only those whose signs promise something.
const READ_ALL_BYTES: usize = 32 << 20;
/// How many rows are looked at for each one wanted when signs decide which. Measured, see docs/benchmarks.md.
const PROMISING: usize = 32;
/// How many rows are wanted at first for each chunk of the answer, when a file may place only a few.
const FIRST_PICK: usize = 8;

pub(super) fn chunks(
    snapshot: &Snapshot,
    query: &VectorQuery<'_>,
    selection: &Selection,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let Some(question) = Question::of(query.vector).filter(|_| query.limit > 0) else { return Ok(Vec::new()) };
    let rows = Rows::wanted(snapshot, selection)?;
    let by_signs = rows.n_wanted.saturating_mul(vector::padded(query.vector.len())) > READ_ALL_BYTES;
    let mut n_rows = match query.per_file {
        PerFile::Unlimited => query.limit,
        PerFile::AtMost(_) => query.limit.saturating_mul(FIRST_PICK),
    };
    loop {
        let best = if by_signs { promising(&rows, &question, n_rows) } else { all(&rows, &question, n_rows) };
        let is_all = best.len() < n_rows;
        let picked = picking::best(snapshot, documents(&rows, &best)?, query.limit, query.per_file)?;
        if is_all || picked.len() >= query.limit {
            return Ok(picked);
        }
        // The best rows stand in too few files.
        n_rows = n_rows.saturating_mul(FIRST_PICK);
    }
}

/// The best of all wanted rows.
fn all(rows: &Rows<'_>, question: &Question, n_rows: usize) -> Vec<Row> {
    let kernel = Kernel::best();
    let shares = sharing::shared(
        rows.pieces.len(),
        || Best::of(n_rows),
        |best, piece| {
            rows.for_each_block(piece, |block| block.offer_cosines(kernel, question, best));
        },
    );
    Best::together(shares, n_rows)
}

/// The best of those rows whose signs promise most.
fn promising(rows: &Rows<'_>, question: &Question, n_rows: usize) -> Vec<Row> {
    let kernel = Kernel::best();
    let n_promising = n_rows.saturating_mul(PROMISING);
    let shares = sharing::shared(
        rows.pieces.len(),
        || Best::of(n_promising),
        |best, piece| {
            rows.for_each_block(piece, |block| block.offer_estimates(kernel, question, best));
        },
    );
    let mut promising = Best::together(shares, n_promising);
    // In the order in which they lie on disk.
    promising.sort_unstable_by_key(|row| (row.segment, row.row));
    let mut best = Best::of(n_rows);
    for row in promising {
        best.offer(Row { score: rows.cosine(kernel, question, row), ..row });
    }
    Best::together(vec![best], n_rows)
}

fn documents(rows: &Rows<'_>, best: &[Row]) -> Result<Vec<Scored>, TantivyError> {
    let document = |row: &Row| {
        let doc =
            rows.doc(row).ok_or_else(|| TantivyError::InternalError("a file of vectors is damaged".to_owned()))?;
        Ok(Scored { score: row.score, segment: row.segment, doc })
    };
    best.iter().map(document).collect()
}
