//! Segments that are merged: which numbers their documents have afterwards.

use std::iter::Peekable;

use tantivy::{DocId, SegmentReader};

/// The new numbers of a segment's documents: the merged segment holds the live ones of each in order.
pub(super) struct Moved<'a> {
    live: Peekable<Box<dyn Iterator<Item = (DocId, DocId)> + 'a>>,
}

impl<'a> Moved<'a> {
    /// Those of a segment before which so many live documents go.
    pub(super) fn of(reader: &'a SegmentReader, first: DocId) -> Self {
        let live: Box<dyn Iterator<Item = _> + 'a> = Box::new(reader.doc_ids_alive().zip(first..));
        Moved { live: live.peekable() }
    }

    /// The new number of a document, `None` if it is deleted. To be asked in ascending order.
    pub(super) fn new_number(&mut self, old: DocId) -> Option<DocId> {
        while self.live.next_if(|(doc, _)| *doc < old).is_some() {}
        self.live.next_if(|(doc, _)| *doc == old).map(|(_, new)| new)
    }
}
