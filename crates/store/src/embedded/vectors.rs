//! Vector slots: one per document of a segment, as one more file beside its postings (`<segment>.vec`).
//!
//! Written, committed, merged and removed with the segment, so that text and vectors are always of the same generation. A
//! slot holds the bytes of one chunk's vector or nothing; all filled slots of an index have the same width, because an index
//! never mixes models. What the bytes mean is the business of whoever fills and reads them.
//!
//! ```text
//! width: u32   n_slots: u32   one byte per slot: filled or not   n_slots * width bytes
//! ```

use std::any::Any;
use std::io::Write;

use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentComponent;
use tantivy::indexer::DocIdMapping;
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema, Value};
use tantivy::{
    DocId, PluginMergeContext, PluginWriter, PluginWriterContext, Segment, SegmentPlugin, SegmentReader,
    TantivyDocument, TantivyError,
};

const EXTENSION: &str = "vec";
/// Bytes before the slots' marks.
const HEAD: usize = 8;

fn component() -> SegmentComponent {
    SegmentComponent::Custom(EXTENSION.to_owned())
}

/// Keeps the slots of segments. Must be registered wherever an index is opened.
pub(super) struct VectorSlots {
    /// The field of a document that carries its vector.
    pub(super) field: Field,
}

impl SegmentPlugin for VectorSlots {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _context: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(SlotWriter { field: self.field, slots: Slots::default() }))
    }

    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        let mut slots = Slots::default();
        for reader in context.readers {
            let stored = StoredSlots::open(reader)?;
            for doc in reader.doc_ids_alive() {
                slots.push(stored.get(doc))?;
            }
        }
        slots.write(context.target_segment)
    }
}

struct SlotWriter {
    field: Field,
    slots: Slots,
}

impl PluginWriter for SlotWriter {
    fn add_document(&mut self, _doc: DocId, document: &dyn ErasedDocument, _schema: &Schema) -> tantivy::Result<()> {
        let document = document.as_any().downcast_ref::<TantivyDocument>();
        let vector = document.and_then(|document| document.get_first(self.field)).and_then(|value| value.as_bytes());
        self.slots.push(vector)
    }

    fn serialize(self: Box<Self>, segment: &Segment, _mapping: Option<&DocIdMapping>) -> tantivy::Result<()> {
        self.slots.write(segment)
    }

    fn mem_usage(&self) -> usize {
        self.slots.filled.len() + self.slots.bytes.len()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Slots while they are collected.
#[derive(Default)]
struct Slots {
    width: usize,
    filled: Vec<u8>,
    bytes: Vec<u8>,
}

impl Slots {
    fn push(&mut self, vector: Option<&[u8]>) -> tantivy::Result<()> {
        if let Some(vector) = vector {
            if self.width == 0 {
                self.width = vector.len();
                self.bytes.resize(self.filled.len() * self.width, 0);
            }
            if vector.len() != self.width {
                let what = format!("a vector of {} bytes in an index of {}", vector.len(), self.width);
                return Err(TantivyError::InvalidArgument(what));
            }
        }
        self.filled.push(u8::from(vector.is_some()));
        match vector {
            Some(vector) => self.bytes.extend_from_slice(vector),
            None => self.bytes.resize(self.filled.len() * self.width, 0),
        }
        Ok(())
    }

    fn write(&self, segment: &Segment) -> tantivy::Result<()> {
        let mut file = segment.open_write(component())?;
        file.write_all(&(self.width as u32).to_le_bytes())?;
        file.write_all(&(self.filled.len() as u32).to_le_bytes())?;
        // Without a single vector the slots stay empty, and so does the file.
        if self.width > 0 {
            file.write_all(&self.filled)?;
            file.write_all(&self.bytes)?;
        }
        Ok(file.terminate()?)
    }
}

/// The slots of a segment, mapped.
pub(super) struct StoredSlots {
    bytes: OwnedBytes,
    width: usize,
    n_slots: usize,
}

impl StoredSlots {
    pub(super) fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        let bytes = reader.open_read(component())?.read_bytes()?;
        let number = |at: usize| {
            let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
            four.map(|four| u32::from_le_bytes(four) as usize)
        };
        let damaged = || TantivyError::InternalError("a file of vectors is cut off".to_owned());
        let (width, n_slots) = (number(0).ok_or_else(damaged)?, number(4).ok_or_else(damaged)?);
        let whole = if width == 0 { HEAD } else { HEAD + n_slots * (1 + width) };
        if bytes.len() != whole {
            return Err(damaged());
        }
        Ok(StoredSlots { bytes, width, n_slots })
    }

    /// The vector of a document, if its slot is filled.
    pub(super) fn get(&self, doc: DocId) -> Option<&[u8]> {
        let doc = doc as usize;
        if self.width == 0 || doc >= self.n_slots || self.bytes[HEAD + doc] == 0 {
            return None;
        }
        let start = HEAD + self.n_slots + doc * self.width;
        self.bytes.get(start..start + self.width)
    }
}
