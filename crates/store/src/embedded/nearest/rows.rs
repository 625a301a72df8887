//! The rows of all segments that a question may find, and their scores.
//!
//! Rows are handled in blocks of 32, blocks in pieces that are shared among cores.

use std::ops::Range;

use tantivy::{DocId, SegmentReader, TantivyError};

use super::question::Question;
use crate::embedded::picking::{Best, Scored};
use crate::embedded::selection::Selection;
use crate::embedded::sharing;
use crate::embedded::snapshot::Snapshot;
use crate::embedded::vectors::kernels::{Kernel, SketchTables};
use crate::embedded::vectors::{BLOCK, StoredVectors};
use crate::keyword::PerFile;

/// Blocks of a piece: 16,384 rows, about a tenth of a millisecond's work.
const PIECE: usize = 512;
/// Rows whose codes are asked for before they are read: they lie apart, and each comes from far away.
const AHEAD: usize = 8;
/// With fewer wanted rows in a block, each is scored by itself.
const FEW: u32 = 8;

/// Consecutive blocks of a segment.
pub(super) struct Piece {
    segment: usize,
    blocks: Range<usize>,
    /// Which rows of each block are wanted; `None`: all that are not deleted.
    wanted: Option<Vec<u32>>,
}

impl Piece {
    pub(super) fn n_blocks(&self) -> usize {
        self.blocks.len()
    }
}

/// The vectors of a segment, its documents and the files these belong to.
#[derive(Clone, Copy)]
struct Segment<'a> {
    reader: &'a SegmentReader,
    vectors: &'a StoredVectors,
    files: &'a [u32],
    has_deletes: bool,
}

impl Segment<'_> {
    /// The document of a row; `None` if the file of vectors is damaged.
    fn doc(&self, row: usize) -> Option<DocId> {
        Some(self.vectors.doc(row)).filter(|doc| (*doc as usize) < self.files.len())
    }

    /// The file of a row; `None` likewise.
    fn file(&self, row: usize) -> Option<u32> {
        self.files.get(self.vectors.doc(row) as usize).copied()
    }

    /// Whether a row's document is still there.
    fn is_live(&self, row: usize) -> bool {
        !self.has_deletes || self.doc(row).is_some_and(|doc| !self.reader.is_deleted(doc))
    }
}

pub(super) struct Rows<'a> {
    segments: Vec<Segment<'a>>,
    pub(super) pieces: Vec<Piece>,
    /// How many rows are wanted, or a few more.
    pub(super) n_wanted: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn wanted(snapshot: &'a Snapshot, selection: &Selection) -> Result<Self, TantivyError> {
        let readers = snapshot.searcher.segment_readers().iter().zip(&snapshot.vectors).enumerate();
        let segment = |(number, (reader, vectors)): (usize, (&'a SegmentReader, &'a StoredVectors))| {
            let files = &snapshot.columns(number)?.files;
            Ok(Segment { reader, vectors, files, has_deletes: reader.has_deletes() })
        };
        let segments = readers.map(segment).collect::<Result<Vec<_>, TantivyError>>()?;
        let mut pieces = Vec::new();
        for (segment, Segment { vectors, .. }) in segments.iter().enumerate() {
            let n_blocks = vectors.n_vectors().div_ceil(BLOCK);
            let starts = (0..n_blocks).step_by(PIECE);
            pieces.extend(starts.map(|start| Piece {
                segment,
                blocks: start..n_blocks.min(start + PIECE),
                wanted: None,
            }));
        }
        let mut rows = Rows { segments, pieces, n_wanted: snapshot.n_chunks as usize };
        if selection.files.is_some() || selection.chunks.is_some() {
            rows.select(selection);
        }
        Ok(rows)
    }

    /// Decides for every row whether the filter wants it.
    fn select(&mut self, selection: &Selection) {
        let select = |share: &mut Vec<(usize, Vec<u32>)>, number: usize| {
            let piece = &self.pieces[number];
            let of = self.segments[piece.segment];
            let is_wanted = |row: usize| {
                let chunks = selection.chunks.as_ref().map(|chunks| &chunks[piece.segment]);
                let is_wanted_chunk = |doc: DocId| chunks.is_none_or(|chunks| chunks.contains(doc));
                let is_wanted_file = |file: u32| selection.files.as_ref().is_none_or(|wanted| wanted.contains(file));
                of.is_live(row) && of.doc(row).is_some_and(is_wanted_chunk) && of.file(row).is_some_and(is_wanted_file)
            };
            let block = |block: usize| {
                let rows = block * BLOCK..of.vectors.n_vectors().min((block + 1) * BLOCK);
                rows.zip(0..).fold(0, |bits, (row, lane)| bits | u32::from(is_wanted(row)) << lane)
            };
            share.push((number, piece.blocks.clone().map(block).collect()));
        };
        let shares = sharing::shared(self.pieces.len(), Vec::new, select);
        self.n_wanted = 0;
        for (number, wanted) in shares.into_iter().flatten() {
            self.n_wanted += wanted.iter().map(|bits: &u32| bits.count_ones() as usize).sum::<usize>();
            self.pieces[number].wanted = Some(wanted);
        }
    }

    /// The blocks of a piece.
    pub(super) fn blocks(&self, piece: usize) -> impl Iterator<Item = Block<'_>> {
        let Piece { segment, blocks, wanted } = &self.pieces[piece];
        let of = self.segments[*segment];
        blocks.clone().enumerate().map(move |(at, number)| Block {
            of,
            segment: *segment as u32,
            number,
            rows: number * BLOCK..of.vectors.n_vectors().min((number + 1) * BLOCK),
            wanted: wanted.as_ref().map(|wanted| wanted[at]),
        })
    }

    /// The same rows with their cosines in place of what they are estimated at.
    pub(super) fn cosines(
        &self,
        kernel: Kernel,
        question: &Question,
        rows: Vec<Scored>,
    ) -> impl Iterator<Item = Scored> {
        let vectors = |row: &Scored| self.segments[row.segment as usize].vectors;
        (0..rows.len()).map(move |at| {
            if let Some(next) = rows.get(at + AHEAD) {
                kernel.ask_for(vectors(next).codes(next.place as usize..next.place as usize + 1));
            }
            let row = rows[at];
            Scored { score: cosine(kernel, question, vectors(&row), row.place as usize), ..row }
        })
    }

    /// Of rows in order the best `n_rows` with at most so many of one file, and all that score as the last of them, in no order.
    pub(super) fn best_of(&self, n_rows: usize, per_file: PerFile, rows: impl Iterator<Item = Scored>) -> Vec<Scored> {
        let mut best = Best::of_few(n_rows, per_file);
        for row in rows {
            if let Some(file) = self.segments[row.segment as usize].file(row.place as usize) {
                best.offer(file, row);
            }
        }
        Best::together([best])
    }

    /// The document of a row; `None` if the file is damaged.
    pub(super) fn doc(&self, row: &Scored) -> Option<DocId> {
        self.segments[row.segment as usize].doc(row.place as usize)
    }
}

/// Up to 32 rows that lie side by side.
pub(super) struct Block<'a> {
    of: Segment<'a>,
    segment: u32,
    number: usize,
    rows: Range<usize>,
    wanted: Option<u32>,
}

impl Block<'_> {
    /// The cosines of its rows, at least of those that are wanted.
    pub(super) fn cosines(&self, kernel: Kernel, question: &Question) -> [f32; BLOCK] {
        let mut cosines = [f32::NEG_INFINITY; BLOCK];
        if let Some(wanted) = self.wanted.filter(|wanted| wanted.count_ones() < FEW) {
            for lane in self.lanes(wanted) {
                cosines[lane as usize] = cosine(kernel, question, self.of.vectors, self.row(lane));
            }
            return cosines;
        }
        let mut dots = [0; BLOCK];
        kernel.dots(&question.numbers, self.of.vectors.codes(self.rows.clone()), &mut dots[..self.rows.len()]);
        for ((cosine, norm), dot) in cosines.iter_mut().zip(self.of.vectors.norms(self.rows.clone())).zip(dots) {
            *cosine = question.cosine(dot, norm);
        }
        cosines
    }

    /// What their sketches promise.
    pub(super) fn estimates(&self, kernel: Kernel, tables: &SketchTables) -> [f32; BLOCK] {
        kernel.estimates(tables, &self.of.vectors.block(self.number))
    }

    /// Whether any of its rows is wanted, as far as that is decided for blocks.
    pub(super) fn holds_wanted(&self) -> bool {
        self.wanted != Some(0)
    }

    /// Those of some lanes whose rows are wanted.
    pub(super) fn wanted_of(&self, lanes: u32) -> impl Iterator<Item = u32> {
        self.lanes(lanes).filter(|lane| self.wants(*lane))
    }

    /// These lanes, as far as there are rows.
    fn lanes(&self, lanes: u32) -> impl Iterator<Item = u32> + use<> {
        let mut lanes = lanes & u32::MAX >> (BLOCK - self.rows.len());
        std::iter::from_fn(move || {
            let next = lanes.trailing_zeros();
            lanes &= lanes.wrapping_sub(1);
            (next < u32::BITS).then_some(next)
        })
    }

    fn wants(&self, lane: u32) -> bool {
        match self.wanted {
            Some(wanted) => wanted >> lane & 1 == 1,
            None => self.of.is_live(self.row(lane)),
        }
    }

    fn row(&self, lane: u32) -> usize {
        self.rows.start + lane as usize
    }

    /// The row of a lane.
    pub(super) fn scored(&self, lane: u32, score: f32) -> Scored {
        Scored { score, segment: self.segment, place: self.rows.start as u32 + lane }
    }
}

fn cosine(kernel: Kernel, question: &Question, vectors: &StoredVectors, row: usize) -> f32 {
    let mut dot = [0];
    kernel.dots(&question.numbers, vectors.codes(row..row + 1), &mut dot);
    question.cosine(dot[0], vectors.norm(row))
}
