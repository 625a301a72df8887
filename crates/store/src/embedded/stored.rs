//! A file's own document, read back: its text and the bytes of its catalog, each as it comes out of the store, without a copy.

use tantivy::schema::document::{
    DeserializeError, DocumentDeserialize, DocumentDeserializer, ValueDeserialize, ValueDeserializer, ValueVisitor,
};

/// What the document of a file holds; nothing else is stored (`schema`).
#[derive(Debug, Default)]
pub(super) struct StoredDocument {
    pub(super) text: String,
    pub(super) catalog: Vec<u8>,
}

impl DocumentDeserialize for StoredDocument {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut fields: D) -> Result<Self, DeserializeError> {
        let mut document = StoredDocument::default();
        while let Some((_, value)) = fields.next_field()? {
            match value {
                Stored::Text(text) => document.text = text,
                Stored::Bytes(bytes) => document.catalog = bytes,
            }
        }
        Ok(document)
    }
}

/// The text is the only text that is stored, the catalog the only bytes.
enum Stored {
    Text(String),
    Bytes(Vec<u8>),
}

impl ValueDeserialize for Stored {
    fn deserialize<'de, D: ValueDeserializer<'de>>(value: D) -> Result<Self, DeserializeError> {
        value.deserialize_any(TextOrBytes)
    }
}

struct TextOrBytes;

impl ValueVisitor for TextOrBytes {
    type Value = Stored;

    fn visit_string(&self, text: String) -> Result<Stored, DeserializeError> {
        Ok(Stored::Text(text))
    }

    fn visit_bytes(&self, bytes: Vec<u8>) -> Result<Stored, DeserializeError> {
        Ok(Stored::Bytes(bytes))
    }
}
