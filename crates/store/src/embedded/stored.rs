//! A file's own document, read back in place: its text and the bytes of its catalog.
//!
//! tantivy's own reader hands out copies, and copies bytes one at a time: on a cold search that took as long as unpacking them. What
//! it writes is simple and part of its format: how many values there are, then for each the field, what sort of value it is, how
//! long it is, and the value. Anything else is no document of ours and counts as damaged.

/// What the document of a file holds; nothing else is stored (`schema`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StoredDocument<'a> {
    pub(super) text: &'a [u8],
    pub(super) catalog: &'a [u8],
}

/// What sort of value: a text. It is the only text that is stored.
const TEXT: u8 = 0;
/// Bytes. The catalog is the only bytes that are stored.
const BYTES: u8 = 4;
/// Bytes of a field's number.
const FIELD_BYTES: usize = 4;
/// Marks the last byte of a number, of which every byte holds seven bits.
const LAST: u8 = 0x80;

impl<'a> StoredDocument<'a> {
    /// `None` if the bytes are damaged.
    pub(super) fn read(mut bytes: &'a [u8]) -> Option<StoredDocument<'a>> {
        let mut document = StoredDocument::default();
        for _ in 0..number(&mut bytes)? {
            let (_, behind) = bytes.split_at_checked(FIELD_BYTES)?;
            let (&sort, mut behind) = behind.split_first()?;
            let n_bytes = usize::try_from(number(&mut behind)?).ok()?;
            let (value, behind) = behind.split_at_checked(n_bytes)?;
            match sort {
                TEXT => document.text = value,
                BYTES => document.catalog = value,
                _ => return None,
            }
            bytes = behind;
        }
        Some(document)
    }
}

/// Takes a number from the beginning.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..u64::BITS).step_by(7) {
        let (&byte, behind) = bytes.split_first()?;
        *bytes = behind;
        value |= u64::from(byte & !LAST) << shift;
        if byte & LAST != 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tantivy::schema::{STORED, Schema};
    use tantivy::{Index, TantivyDocument};

    use super::StoredDocument;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn what_tantivy_writes_is_read(text in ".{0,300}", catalog in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut schema = Schema::builder();
            let fields = (schema.add_text_field("text", STORED), schema.add_bytes_field("catalog", STORED));
            let index = Index::create_in_ram(schema.build());
            let mut writer = index.writer_with_num_threads(1, 20_000_000).expect("a writer");
            let mut document = TantivyDocument::new();
            document.add_text(fields.0, &text);
            document.add_bytes(fields.1, &catalog);
            writer.add_document(document).expect("added");
            writer.commit().expect("committed");
            let searcher = index.reader().expect("a reader").searcher();
            let store = searcher.segment_reader(0).get_store_reader(0).expect("a store");
            let bytes = store.get_document_bytes(0).expect("a document");
            prop_assert_eq!(
                StoredDocument::read(&bytes),
                Some(StoredDocument { text: text.as_bytes(), catalog: &catalog })
            );
            for end in 0..bytes.len() {
                prop_assert_eq!(StoredDocument::read(&bytes[..end]), None);
            }
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = StoredDocument::read(&bytes);
        }
    }
}
