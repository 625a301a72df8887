//! Vectors of chunks, as one more file beside a segment's postings (`<segment>.vec`).
//!
//! Written, committed, merged and removed with the segment, so that text and vectors are always of the same generation. A
//! document has one vector or none; all vectors of an index have the same dimension, because an index never mixes models.
//! Merging copies codes, it rounds nothing again.

pub(super) mod kernels;
mod planes;

use std::any::Any;

use tantivy::indexer::DocIdMapping;
use tantivy::schema::Schema;
use tantivy::schema::document::ErasedDocument;
use tantivy::{DocId, PluginMergeContext, PluginWriter, PluginWriterContext, Segment, SegmentPlugin, TantivyError};

pub(super) use planes::{BLOCK, StoredVectors};

use super::documents::Waiting;
use super::merging::Moved;

const EXTENSION: &str = "vec";

/// Keeps the vectors of segments. Must be registered wherever an index is opened.
pub(super) struct VectorPlugin;

impl SegmentPlugin for VectorPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _context: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(VectorWriter { dimension: 0, docs: Vec::new(), codes: Vec::new() }))
    }

    /// Streams the planes one after the other: memory holds twelve bytes a vector, not the vectors.
    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        let stored = context.readers.iter().map(StoredVectors::open).collect::<tantivy::Result<Vec<_>>>()?;
        let mut dimension = 0;
        for vectors in stored.iter().filter(|vectors| vectors.n_vectors() > 0) {
            same_dimension(&mut dimension, vectors.dimension())?;
        }
        let mut first = 0;
        let mut moved = Vec::new();
        for ((reader, vectors), number) in context.readers.iter().zip(&stored).zip(0u32..) {
            let mut numbers = Moved::of(reader, first);
            for row in 0..vectors.n_vectors() {
                moved.extend(numbers.new_number(vectors.doc(row)).map(|new| (new, number, row as u32)));
            }
            first += reader.num_docs();
        }
        let codes = |number: u32, row: u32| stored[number as usize].codes(row as usize..row as usize + 1);
        let rows = moved.iter().map(|(doc, number, row)| (*doc, codes(*number, *row)));
        planes::write(context.target_segment, dimension, rows)
    }
}

/// Collects the vectors of a segment that is being written.
struct VectorWriter {
    dimension: usize,
    docs: Vec<DocId>,
    codes: Vec<u8>,
}

impl PluginWriter for VectorWriter {
    fn add_document(&mut self, doc: DocId, document: &dyn ErasedDocument, _schema: &Schema) -> tantivy::Result<()> {
        let document = document.as_any().downcast_ref::<Waiting>();
        let Some(vector) = document.and_then(|document| document.vector.as_ref()) else { return Ok(()) };
        same_dimension(&mut self.dimension, vector.dimension())?;
        self.docs.push(doc);
        self.codes.extend_from_slice(&vector.codes);
        Ok(())
    }

    fn serialize(self: Box<Self>, segment: &Segment, _mapping: Option<&DocIdMapping>) -> tantivy::Result<()> {
        let width = crate::vector::padded(self.dimension).max(1);
        planes::write(segment, self.dimension, self.docs.iter().copied().zip(self.codes.chunks_exact(width)))
    }

    fn mem_usage(&self) -> usize {
        self.docs.capacity() * size_of::<DocId>() + self.codes.capacity()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The first vector decides what the others must be.
fn same_dimension(known: &mut usize, found: usize) -> tantivy::Result<()> {
    if *known == 0 {
        *known = found;
    }
    if *known == found { Ok(()) } else { Err(TantivyError::InvalidArgument(mixed(*known, found))) }
}

/// What is wrong with vectors of two dimensions.
pub(super) fn mixed(known: usize, found: usize) -> String {
    format!("a vector of {found} dimensions among vectors of {known}")
}
