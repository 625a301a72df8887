//! Names of the symbols that begin in each chunk, as one more file beside a segment's postings (`<segment>.names`).
//!
//! Filters by name and guesses at what was meant run through all names once; nobody looks up a single one. So they are written down as they
//! come, a byte or two each on top of the name: as terms they would be a fifth of all dictionaries, each in need of being sorted and linked.
//!
//! ```text
//! names := for every chunk with symbols: how many documents it lies behind the one before, n bytes, then (kind, name in lower case)*
//! ```

use std::any::Any;
use std::io::Write;

use quarry_source::{Symbol, SymbolKind};
use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::index::SegmentComponent;
use tantivy::indexer::DocIdMapping;
use tantivy::schema::Schema;
use tantivy::schema::document::ErasedDocument;
use tantivy::{
    DocId, PluginMergeContext, PluginWriter, PluginWriterContext, Segment, SegmentPlugin, SegmentReader, TantivyError,
};

use super::bytes::{ByteReader, ByteWriter};
use super::documents::Waiting;
use super::merging::Moved;

const EXTENSION: &str = "names";

/// Keeps the names of segments. Must be registered wherever an index is opened.
pub(super) struct NamePlugin;

impl SegmentPlugin for NamePlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, _context: &PluginWriterContext<'_>) -> tantivy::Result<Box<dyn PluginWriter>> {
        Ok(Box::new(NameWriter::default()))
    }

    fn merge(&self, context: PluginMergeContext<'_>) -> tantivy::Result<()> {
        let mut merged = NameWriter::default();
        let mut first = 0;
        for reader in context.readers {
            let mut moved = Moved::of(reader, first);
            StoredNames::open(reader)?.for_each_chunk(|doc, names| {
                if let Some(doc) = moved.new_number(doc) {
                    merged.add(doc, names);
                }
                Some(())
            })?;
            first += reader.num_docs();
        }
        merged.write(context.target_segment)
    }
}

/// Adds the names of a chunk's symbols, as they are stored.
pub(super) fn add_names(symbols: &[Symbol], names: &mut ByteWriter) {
    for symbol in symbols {
        names.number(symbol.kind as u64);
        // Names of most languages are ASCII: no new text for those.
        match symbol.name.is_ascii() {
            true => {
                names.text(&symbol.name);
                let start = names.0.len() - symbol.name.len();
                names.0[start..].make_ascii_lowercase();
            }
            false => names.text(&symbol.name.to_lowercase()),
        }
    }
}

/// Collects the names of a segment that is being written.
#[derive(Default)]
struct NameWriter {
    written: ByteWriter,
    last: DocId,
}

impl NameWriter {
    fn add(&mut self, doc: DocId, names: &[u8]) {
        self.written.number(u64::from(doc - self.last));
        self.written.bytes(names);
        self.last = doc;
    }

    fn write(&self, segment: &Segment) -> tantivy::Result<()> {
        let mut file = segment.open_write(component())?;
        file.write_all(&self.written.0)?;
        Ok(file.terminate()?)
    }
}

impl PluginWriter for NameWriter {
    fn add_document(&mut self, doc: DocId, document: &dyn ErasedDocument, _schema: &Schema) -> tantivy::Result<()> {
        let names = document.as_any().downcast_ref::<Waiting>().map_or(&[][..], Waiting::names);
        if !names.is_empty() {
            self.add(doc, names);
        }
        Ok(())
    }

    fn serialize(self: Box<Self>, segment: &Segment, _mapping: Option<&DocIdMapping>) -> tantivy::Result<()> {
        self.write(segment)
    }

    fn mem_usage(&self) -> usize {
        self.written.0.capacity()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The names of one segment.
pub(super) struct StoredNames(OwnedBytes);

impl StoredNames {
    pub(super) fn open(reader: &SegmentReader) -> tantivy::Result<Self> {
        Ok(StoredNames(reader.open_read(component())?.read_bytes()?))
    }

    /// Shows every symbol: the document it begins in, its kind, and its name in lower case.
    pub(super) fn for_each(&self, mut show: impl FnMut(DocId, SymbolKind, &str)) -> tantivy::Result<()> {
        self.for_each_chunk(|doc, names| {
            let mut names = ByteReader(names);
            while !names.0.is_empty() {
                let kind = *SymbolKind::ALL.get(names.number()? as usize)?;
                show(doc, kind, names.text()?);
            }
            Some(())
        })
    }

    /// Shows what is stored of every chunk that has names; whoever looks says `None` if that is damaged.
    fn for_each_chunk(&self, mut show: impl FnMut(DocId, &[u8]) -> Option<()>) -> tantivy::Result<()> {
        let mut reader = ByteReader(&self.0);
        let mut doc: DocId = 0;
        let mut next = || {
            doc = doc.checked_add(reader.small()?)?;
            let n_bytes = reader.small()? as usize;
            show(doc, reader.take(n_bytes)?)?;
            Some(reader.0.is_empty())
        };
        let mut is_done = self.0.is_empty();
        while !is_done {
            is_done = next().ok_or_else(|| TantivyError::InternalError("a file of names is damaged".to_owned()))?;
        }
        Ok(())
    }
}

fn component() -> SegmentComponent {
    SegmentComponent::Custom(EXTENSION.to_owned())
}
