//! The fields of the two sorts of documents, file and chunk, and how a parsed file fills them.

use quarry_source::{Chunk, Parsed, RepoPath, SymbolKind};
use tantivy::schema::{FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};
use tantivy::{TantivyDocument, Term};

use super::catalog;
use super::tokens::{FieldValue, WORDS};
use crate::keyword::{FieldWeight, KeywordFields};
use crate::profile::telling_stem;
use crate::record::{FieldLengths, FileRecord, N_SEARCHED};

/// Column: the file's number, on every document.
pub(super) const FILE: &str = "file";
/// Column: the chunk's place in its file, on every document; [`NO_CHUNK`] on file documents.
pub(super) const ORDINAL: &str = "ordinal";
/// Column: bit per [`SymbolKind`] that begins in the chunk.
pub(super) const KINDS: &str = "kinds";
/// The ordinal of a file document.
pub(super) const NO_CHUNK: u64 = u32::MAX as u64;

/// The searched fields, in the order of [`searched`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    /// Path on every document: what a replaced file is deleted by.
    pub(super) path: Field,
    pub(super) text: Field,
    pub(super) catalog: Field,
    /// `name\0kind`, lower case, for every symbol that begins in a chunk.
    pub(super) symbol: Field,
    pub(super) file: Field,
    pub(super) ordinal: Field,
    pub(super) kinds: Field,
    pub(super) searched: [Field; N_SEARCHED],
}

const SEARCHED_NAMES: [&str; N_SEARCHED] =
    ["name", "qualified_name", "signature", "docstring", "content", "filename", "directories", "enclosing"];

/// The weights in the order of [`Fields::searched`].
pub(super) fn searched(weights: &KeywordFields) -> [FieldWeight; N_SEARCHED] {
    [
        weights.name,
        weights.qualified_name,
        weights.signature,
        weights.docstring,
        weights.content,
        weights.filename,
        weights.file_path,
        weights.enclosing,
    ]
}

pub(super) fn build() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let raw = || {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer("raw")
                .set_index_option(IndexRecordOption::Basic)
                .set_fieldnorms(false),
        )
    };
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default().set_tokenizer(WORDS).set_index_option(IndexRecordOption::WithFreqs),
    );
    let fields = Fields {
        path: schema.add_text_field("path", raw()),
        text: schema.add_text_field("text", STORED),
        catalog: schema.add_bytes_field("catalog", STORED),
        symbol: schema.add_text_field("symbol", raw()),
        file: schema.add_u64_field(FILE, FAST),
        ordinal: schema.add_u64_field(ORDINAL, FAST),
        kinds: schema.add_u64_field(KINDS, FAST),
        searched: SEARCHED_NAMES.map(|name| schema.add_text_field(name, words.clone())),
    };
    (schema.build(), fields)
}

impl Fields {
    /// The searched fields that every chunk of a file shares: its name and its directories.
    pub(super) fn of_path(&self) -> [Field; 2] {
        [self.searched[5], self.searched[6]]
    }

    pub(super) fn path_term(&self, path: &RepoPath) -> Term {
        Term::from_field_text(self.path, path.as_str())
    }

    /// The document that holds a file's text and catalog.
    pub(super) fn file_document(&self, record: &FileRecord, text: &str, parsed: &Parsed) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_text(self.path, record.path.as_str());
        document.add_u64(self.file, record.id.0.into());
        document.add_u64(self.ordinal, NO_CHUNK);
        document.add_u64(self.kinds, 0);
        document.add_text(self.text, text);
        document.add_bytes(self.catalog, &catalog::encode(parsed));
        document
    }
}

/// Makes the chunk documents of one file.
pub(super) struct ChunkDocuments<'a> {
    pub(super) fields: &'a Fields,
    pub(super) weights: [FieldWeight; N_SEARCHED],
    pub(super) record: &'a FileRecord,
    pub(super) text: &'a str,
    pub(super) parsed: &'a Parsed,
}

impl ChunkDocuments<'_> {
    /// The document of one chunk. Fields that count nothing are left out. Adds the lengths of its fields to `n_words`.
    pub(super) fn document(&self, ordinal: usize, n_words: &mut FieldLengths) -> TantivyDocument {
        let chunk = &self.parsed.chunks[ordinal];
        let starting = &self.parsed.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize];
        let mut document = TantivyDocument::new();
        document.add_text(self.fields.path, self.record.path.as_str());
        document.add_u64(self.fields.file, self.record.id.0.into());
        document.add_u64(self.fields.ordinal, ordinal as u64);
        let mut kinds = 0u64;
        for symbol in starting {
            kinds |= kind_bit(symbol.kind);
            document.add_text(self.fields.symbol, symbol_term(&symbol.name, symbol.kind));
        }
        document.add_u64(self.fields.kinds, kinds);
        for ((field, weight), index) in self.fields.searched.iter().zip(self.weights).zip(0..) {
            if weight.weight > 0.0 {
                let value = self.value(index, chunk);
                n_words[index] += value.n_words;
                if value.n_words > 0 {
                    document.add_text(*field, value.text);
                }
            }
        }
        document
    }

    /// The words of one searched field, by its place in [`Fields::searched`].
    fn value(&self, field: usize, chunk: &Chunk) -> FieldValue {
        let starting = &self.parsed.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize];
        let mut value = FieldValue::default();
        match SEARCHED_NAMES[field] {
            "name" => starting.iter().for_each(|symbol| value.add(&symbol.name)),
            "qualified_name" => starting.iter().for_each(|symbol| value.add(&symbol.qualified_name)),
            "signature" => starting.iter().for_each(|symbol| value.add(&symbol.signature)),
            "docstring" => starting.iter().for_each(|symbol| value.add(&symbol.doc)),
            "content" => value.add(&self.text[chunk.span.bytes()]),
            "filename" => value.add(telling_stem(&self.record.path)),
            "directories" => value.add(self.record.path.directory()),
            _ => chunk.enclosing.iter().for_each(|&index| value.add(&self.parsed.symbols[index as usize].name)),
        }
        value
    }
}

pub(super) fn kind_bit(kind: SymbolKind) -> u64 {
    1 << kind as u64
}

/// The term of a symbol: names first, so that a glob with a fixed beginning reads only a part of the dictionary.
pub(super) fn symbol_term(name: &str, kind: SymbolKind) -> String {
    format!("{}\0{}", name.to_lowercase(), kind.as_str())
}
