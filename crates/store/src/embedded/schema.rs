//! The fields of the two sorts of documents, file and chunk; how a parsed file fills them is told in `documents`.

use quarry_source::{RepoPath, SymbolKind};
use tantivy::Term;
use tantivy::schema::{FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions};

use super::tokens::WORDS;
use crate::keyword::{FieldWeight, KeywordFields};
use crate::record::N_SEARCHED;

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
    pub(super) file: Field,
    pub(super) ordinal: Field,
    pub(super) kinds: Field,
    pub(super) searched: [Field; N_SEARCHED],
}

/// The names of the searched fields, in their order.
pub(super) const SEARCHED_NAMES: [&str; N_SEARCHED] =
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
}

pub(super) fn kind_bit(kind: SymbolKind) -> u64 {
    1 << kind as u64
}
