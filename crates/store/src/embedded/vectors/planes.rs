//! The file of a segment's vectors: little-endian, laid out to be mapped and scanned.
//!
//! ```text
//! head     dimension: u32, n_vectors: u32
//! docs     per vector its document: u32, ascending
//! norms    per vector 1 / length of its codes: f32
//! blocks   per 32 vectors: 32 stretches (f32), then for every 4 numbers 32 bytes: their sketches, a byte a vector
//! codes    per vector its numbers: i8, filled up to a multiple of 64
//! ```
//!
//! Every plane begins at a multiple of 64 bytes. A question streams through one plane and looks into the others only where a
//! vector may win. The sketch of a number says in two bits whether it is -3, -1, 1 or 3, about: `2 * bits - 3` times half of
//! the vector's mean deviation. The sketches of 32 vectors lie side by side because they are looked up 32 at a time.

use std::io::{self, Write};
use std::ops::Range;

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentComponent;
use tantivy::{DocId, Segment, SegmentReader, TantivyError};

use super::EXTENSION;
use super::kernels::SketchBlock;
use crate::vector::{QuantisedVector, padded};

/// Vectors whose sketches lie side by side.
pub(in crate::embedded) const BLOCK: usize = 32;
/// Where planes begin: a cache line.
const ALIGNMENT: usize = 64;
/// Bytes of a document number, a norm, a stretch.
const WORD: usize = 4;
/// Numbers whose sketches share a byte.
const SKETCHED: usize = 4;
/// From where on a number is rather 3 than 1, in standard deviations: loses least of numbers that are normally distributed,
/// as they are after rotating.
const FAR: f32 = 0.9957;
/// Bytes of a block's stretches.
const STRETCHES: usize = BLOCK * WORD;

fn component() -> SegmentComponent {
    SegmentComponent::Custom(EXTENSION.to_owned())
}

/// Where the planes of a file lie.
#[derive(Debug)]
struct Layout {
    docs: Range<usize>,
    norms: Range<usize>,
    blocks: Range<usize>,
    codes: Range<usize>,
}

impl Layout {
    /// `None` if such a file cannot be.
    fn of(dimension: usize, n_vectors: usize) -> Option<Self> {
        let width = dimension.checked_next_multiple_of(ALIGNMENT)?;
        let mut end = ALIGNMENT;
        let mut plane = |n_items: usize, bytes: usize| {
            let start = end;
            let full = start.checked_add(n_items.checked_mul(bytes)?)?;
            end = full.checked_next_multiple_of(ALIGNMENT)?;
            Some(start..full)
        };
        Some(Layout {
            docs: plane(n_vectors, WORD)?,
            norms: plane(n_vectors, WORD)?,
            blocks: plane(n_vectors.div_ceil(BLOCK), block_bytes(width))?,
            codes: plane(n_vectors, width)?,
        })
    }
}

fn block_bytes(width: usize) -> usize {
    STRETCHES + BLOCK * width / SKETCHED
}

/// Writes a segment's vectors, plane after plane.
pub(super) fn write<'a>(
    segment: &Segment,
    dimension: usize,
    vectors: impl Iterator<Item = (DocId, &'a [u8])> + Clone,
) -> tantivy::Result<()> {
    let file = segment.open_write(component())?;
    let mut file = Aligned { inner: file, n_written: 0 };
    let n_vectors = vectors.clone().count();
    // A merge may leave none of those that had one.
    let dimension = if n_vectors == 0 { 0 } else { dimension };
    file.write_all(&(dimension as u32).to_le_bytes())?;
    file.write_all(&(n_vectors as u32).to_le_bytes())?;
    file.align()?;
    for (doc, _) in vectors.clone() {
        file.write_all(&doc.to_le_bytes())?;
    }
    file.align()?;
    for (_, codes) in vectors.clone() {
        file.write_all(&(1.0 / length(codes)).to_le_bytes())?;
    }
    file.align()?;
    let mut block = Block::new(padded(dimension));
    for (_, codes) in vectors.clone() {
        block.push(codes);
        if block.n_vectors == BLOCK {
            block.write(&mut file)?;
        }
    }
    if block.n_vectors > 0 {
        block.write(&mut file)?;
    }
    file.align()?;
    for (_, codes) in vectors {
        file.write_all(codes)?;
    }
    Ok(file.inner.terminate()?)
}

/// The length of a vector in units of its codes.
fn length(codes: &[u8]) -> f32 {
    let sum: u32 = codes.iter().map(|code| u32::from((*code as i8).unsigned_abs())).map(|code| code * code).sum();
    (sum as f32).sqrt()
}

/// A writer that knows where it is.
struct Aligned<W> {
    inner: W,
    n_written: usize,
}

impl<W: Write> Aligned<W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.n_written += bytes.len();
        self.inner.write_all(bytes)
    }

    fn align(&mut self) -> io::Result<()> {
        let rest = self.n_written.next_multiple_of(ALIGNMENT) - self.n_written;
        self.write_all(&[0; ALIGNMENT][..rest])
    }
}

/// Sketches of up to 32 vectors, side by side.
struct Block {
    bytes: Vec<u8>,
    n_vectors: usize,
}

impl Block {
    fn new(width: usize) -> Self {
        Block { bytes: vec![0; block_bytes(width)], n_vectors: 0 }
    }

    fn push(&mut self, codes: &[u8]) {
        let (stretches, sketches) = self.bytes.split_at_mut(STRETCHES);
        let length = length(codes);
        let far = (FAR * length / (codes.len() as f32).sqrt()).ceil() as i8;
        let sketch = |code: u8| match code as i8 {
            code if code >= far => 3,
            0.. => 2,
            code if code > -far => 1,
            _ => 0,
        };
        let mut reach = 0;
        for (four, row) in codes.chunks_exact(SKETCHED).zip(sketches.chunks_exact_mut(BLOCK)) {
            for (&code, at) in four.iter().zip(0..) {
                row[self.n_vectors] |= sketch(code) << (2 * at);
                reach += (2 * i32::from(sketch(code)) - 3) * i32::from(code as i8);
            }
        }
        // How far the vector reaches along its sketch tells what a match with the sketch is worth.
        let stretch = length / reach as f32;
        stretches[self.n_vectors * WORD..][..WORD].copy_from_slice(&stretch.to_le_bytes());
        self.n_vectors += 1;
    }

    fn write<W: Write>(&mut self, file: &mut Aligned<W>) -> io::Result<()> {
        file.write_all(&self.bytes)?;
        self.bytes.fill(0);
        self.n_vectors = 0;
        Ok(())
    }
}

/// The vectors of a segment, mapped.
pub(in crate::embedded) struct StoredVectors {
    dimension: usize,
    n_vectors: usize,
    docs: OwnedBytes,
    norms: OwnedBytes,
    blocks: OwnedBytes,
    codes: OwnedBytes,
}

impl StoredVectors {
    pub(in crate::embedded) fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        let damaged = || TantivyError::InternalError("a file of vectors is damaged".to_owned());
        let bytes = reader.open_read(component())?.read_bytes()?;
        let number = |at: usize| {
            let four = bytes.get(at..at + WORD).and_then(|four| four.try_into().ok());
            four.map(|four| u32::from_le_bytes(four) as usize)
        };
        let (dimension, n_vectors) = (number(0).ok_or_else(damaged)?, number(WORD).ok_or_else(damaged)?);
        let layout = Layout::of(dimension, n_vectors).filter(|layout| layout.codes.end == bytes.len());
        let layout = layout.ok_or_else(damaged)?;
        if (dimension == 0) != (n_vectors == 0) || n_vectors > reader.max_doc() as usize {
            return Err(damaged());
        }
        Ok(StoredVectors {
            dimension,
            n_vectors,
            docs: bytes.slice(layout.docs),
            norms: bytes.slice(layout.norms),
            blocks: bytes.slice(layout.blocks),
            codes: bytes.slice(layout.codes),
        })
    }

    pub(in crate::embedded) fn dimension(&self) -> usize {
        self.dimension
    }

    pub(in crate::embedded) fn n_vectors(&self) -> usize {
        self.n_vectors
    }

    /// The document that a row belongs to. In a damaged file it may be a number that no document has.
    pub(in crate::embedded) fn doc(&self, row: usize) -> DocId {
        u32::from_le_bytes(word(&self.docs, row))
    }

    /// 1 / length of a row's codes.
    pub(in crate::embedded) fn norm(&self, row: usize) -> f32 {
        f32::from_le_bytes(word(&self.norms, row))
    }

    /// The same of consecutive rows.
    pub(in crate::embedded) fn norms(&self, rows: Range<usize>) -> impl Iterator<Item = f32> {
        let bytes = &self.norms[rows.start * WORD..rows.end * WORD];
        bytes.as_chunks::<WORD>().0.iter().map(|norm| f32::from_le_bytes(*norm))
    }

    /// Codes of consecutive rows.
    pub(in crate::embedded) fn codes(&self, rows: Range<usize>) -> &[u8] {
        let width = padded(self.dimension);
        &self.codes[rows.start * width..rows.end * width]
    }

    /// Stretches and sketches of a block.
    pub(in crate::embedded) fn block(&self, block: usize) -> SketchBlock<'_> {
        let n_bytes = block_bytes(padded(self.dimension));
        let (stretches, sketches) = self.blocks[block * n_bytes..][..n_bytes].split_at(STRETCHES);
        SketchBlock { stretches, sketches }
    }

    /// Bytes that are read to look at the sketches of all rows.
    pub(in crate::embedded) fn n_block_bytes(&self) -> usize {
        self.blocks.len()
    }

    /// Bytes that are read to look at the codes of all rows.
    pub(in crate::embedded) fn n_code_bytes(&self) -> usize {
        self.norms.len() + self.codes.len()
    }

    pub(in crate::embedded) fn vector(&self, row: usize) -> QuantisedVector {
        QuantisedVector { dimension: self.dimension as u32, codes: self.codes(row..row + 1).into() }
    }
}

fn word(plane: &[u8], at: usize) -> [u8; WORD] {
    let bytes = &plane[at * WORD..][..WORD];
    [bytes[0], bytes[1], bytes[2], bytes[3]]
}
