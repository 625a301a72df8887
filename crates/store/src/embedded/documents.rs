//! A parsed file -> its documents, as tantivy reads them: its own, then one for every chunk.
//!
//! They lie in one piece. Words are split by the thread that parsed the file and stand one after the other in one text; a document is a
//! stretch of a list of values, and a value points into that text. Nothing is copied or allocated for a document of its own.

use std::ops::Range;
use std::slice;
use std::sync::Arc;

use quarry_source::{Chunk, Parsed};
use tantivy::schema::Field;
use tantivy::schema::document::{Document, ReferenceValue, ReferenceValueLeaf, Value};

use super::bytes::ByteWriter;
use super::catalog;
use super::names::add_names;
use super::queue::Place;
use super::schema::{Fields, NO_CHUNK, SEARCHED_NAMES, kind_bit};
use super::tokens::add_words;
use crate::keyword::FieldWeight;
use crate::profile::telling_stem;
use crate::record::{FieldLengths, FileRecord, N_SEARCHED};
use crate::vector::QuantisedVector;

/// What goes into the documents of one file.
pub(super) struct FileParts<'a> {
    pub(super) fields: &'a Fields,
    pub(super) weights: [FieldWeight; N_SEARCHED],
    pub(super) record: &'a FileRecord,
    pub(super) text: String,
    pub(super) parsed: &'a Parsed,
}

/// All documents of one file, and its place in the queue.
pub(super) struct FileDocuments {
    path: Box<str>,
    text: String,
    catalog: Vec<u8>,
    /// The words of all fields of all chunks.
    words: String,
    /// The names of all symbols, as `names` stores them.
    names: ByteWriter,
    values: Vec<(Field, Held)>,
    _place: Place,
}

/// Where a value lies.
enum Held {
    Number(u64),
    Path,
    Text,
    Catalog,
    Words(Range<u32>),
}

/// One document on its way to the threads that build postings, with what tantivy itself knows nothing of: names of symbols (`names`) and
/// a vector (`vectors`).
pub(super) struct Waiting {
    file: Arc<FileDocuments>,
    values: Range<u32>,
    names: Range<u32>,
    pub(super) vector: Option<QuantisedVector>,
}

impl FileParts<'_> {
    /// The documents, first the file's own, then those of its chunks in order, and how many words each field has.
    pub(super) fn documents(self, place: Place, vectors: &[Option<QuantisedVector>]) -> (Vec<Waiting>, FieldLengths) {
        let mut n_words = FieldLengths::default();
        let mut file = FileDocuments {
            path: self.record.path.as_str().into(),
            text: String::new(),
            catalog: catalog::encode(self.parsed),
            words: String::new(),
            names: ByteWriter::default(),
            values: Vec::new(),
            _place: place,
        };
        let mut words = Vec::with_capacity(2 * self.text.len());
        let mut ends = Vec::with_capacity(2 + self.parsed.chunks.len());
        ends.push(file.ends());
        self.add_file(&mut file);
        ends.push(file.ends());
        for (ordinal, chunk) in self.parsed.chunks.iter().enumerate() {
            self.add_chunk(&mut file, ordinal, chunk, (&mut words, &mut n_words));
            ends.push(file.ends());
        }
        #[expect(clippy::expect_used, reason = "parts of identifiers, and letters before them")]
        let words = String::from_utf8(words).expect("words are text");
        (file.text, file.words) = (self.text, words);
        let file = Arc::new(file);
        let vectors = [None].into_iter().chain(vectors.iter().cloned()).chain(std::iter::repeat(None));
        let waiting = |(ends, vector): (&[(u32, u32); 2], _)| {
            let [(values, names), (values_end, names_end)] = *ends;
            Waiting { file: Arc::clone(&file), values: values..values_end, names: names..names_end, vector }
        };
        (ends.array_windows().zip(vectors).map(waiting).collect(), n_words)
    }

    fn add_file(&self, file: &mut FileDocuments) {
        self.add_place(file, NO_CHUNK);
        file.values.push((self.fields.kinds, Held::Number(0)));
        file.values.push((self.fields.text, Held::Text));
        file.values.push((self.fields.catalog, Held::Catalog));
    }

    fn add_place(&self, file: &mut FileDocuments, ordinal: u64) {
        file.values.push((self.fields.path, Held::Path));
        file.values.push((self.fields.file, Held::Number(self.record.id.0.into())));
        file.values.push((self.fields.ordinal, Held::Number(ordinal)));
    }

    /// Fields that count nothing are left out.
    fn add_chunk(
        &self,
        file: &mut FileDocuments,
        ordinal: usize,
        chunk: &Chunk,
        (words, n_words): (&mut Vec<u8>, &mut FieldLengths),
    ) {
        self.add_place(file, ordinal as u64);
        let starting = &self.parsed.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize];
        let kinds = starting.iter().fold(0, |kinds, symbol| kinds | kind_bit(symbol.kind));
        add_names(starting, &mut file.names);
        file.values.push((self.fields.kinds, Held::Number(kinds)));
        for ((field, weight), index) in self.fields.searched.iter().zip(self.weights).zip(0..) {
            if weight.weight > 0.0 {
                let start = words.len() as u32;
                let n_more = self.add_field(index, chunk, words);
                n_words[index] += n_more;
                if n_more > 0 {
                    file.values.push((*field, Held::Words(start..words.len() as u32)));
                }
            }
        }
    }

    /// Adds the words of one searched field, by its place in [`Fields::searched`]; how many there are.
    fn add_field(&self, field: usize, chunk: &Chunk, words: &mut Vec<u8>) -> u32 {
        let starting = &self.parsed.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize];
        let mut add = |text: &str| add_words(text, words);
        match SEARCHED_NAMES[field] {
            "name" => starting.iter().map(|symbol| add(&symbol.name)).sum(),
            "qualified_name" => starting.iter().map(|symbol| add(&symbol.qualified_name)).sum(),
            "signature" => starting.iter().map(|symbol| add(&symbol.signature)).sum(),
            "docstring" => starting.iter().map(|symbol| add(&symbol.doc)).sum(),
            "content" => add(&self.text[chunk.span.bytes()]),
            "filename" => add(telling_stem(&self.record.path)),
            "directories" => add(self.record.path.directory()),
            _ => chunk.enclosing.iter().map(|&index| add(&self.parsed.symbols[index as usize].name)).sum(),
        }
    }
}

impl FileDocuments {
    /// Where what is added last ends, among values and among names.
    fn ends(&self) -> (u32, u32) {
        (self.values.len() as u32, self.names.0.len() as u32)
    }
}

impl Waiting {
    /// The names of the symbols that begin here, as `names` stores them.
    pub(super) fn names(&self) -> &[u8] {
        &self.file.names.0[self.names.start as usize..self.names.end as usize]
    }
}

impl Document for Waiting {
    type Value<'a> = Borrowed<'a>;
    type FieldsValuesIter<'a> = Values<'a>;

    fn iter_fields_and_values(&self) -> Values<'_> {
        let values = &self.file.values[self.values.start as usize..self.values.end as usize];
        Values { file: &self.file, values: values.iter() }
    }
}

/// The values of one document, one after the other.
pub(super) struct Values<'a> {
    file: &'a FileDocuments,
    values: slice::Iter<'a, (Field, Held)>,
}

impl<'a> Iterator for Values<'a> {
    type Item = (Field, Borrowed<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (field, held) = self.values.next()?;
        let value = match held {
            Held::Number(number) => Borrowed::Number(*number),
            Held::Path => Borrowed::Text(&self.file.path),
            Held::Text => Borrowed::Text(&self.file.text),
            Held::Catalog => Borrowed::Bytes(&self.file.catalog),
            Held::Words(words) => Borrowed::Text(&self.file.words[words.start as usize..words.end as usize]),
        };
        Some((*field, value))
    }
}

/// A value as tantivy is given it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Borrowed<'a> {
    Number(u64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> for Borrowed<'a> {
    // Values are never lists or maps.
    type ArrayIter = std::iter::Empty<Self>;
    type ObjectIter = std::iter::Empty<(&'a str, Self)>;

    fn as_value(&self) -> ReferenceValue<'a, Self> {
        ReferenceValue::Leaf(match *self {
            Borrowed::Number(number) => ReferenceValueLeaf::U64(number),
            Borrowed::Text(text) => ReferenceValueLeaf::Str(text),
            Borrowed::Bytes(bytes) => ReferenceValueLeaf::Bytes(bytes),
        })
    }
}
