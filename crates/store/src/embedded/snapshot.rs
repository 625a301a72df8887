//! One generation of an index, open for reading: recall, files, symbols. Never changes; open another to see changes.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quarry_source::{Chunk, Symbol};
use tantivy::columnar::ColumnValues;
use tantivy::store::StoreReader;
use tantivy::{DocAddress, Searcher, TantivyError};

use super::catalog::{self, Catalog, StoredUses, Uses};
use super::graph_draft::{GraphDraft, UsesOf};
use super::graph_file::{self, Graph};
use super::manifest::Manifest;
use super::names::StoredNames;
use super::nearest::{self, Beside};
use super::opening;
use super::profiles::Profiles;
use super::schema::{FILE, Fields, ORDINAL};
use super::scorer::KeywordScorer;
use super::selection::{self, Selection};
use super::stored::StoredDocument;
use super::terms::KnownTerms;
use super::vectors::StoredVectors;
use crate::error::{OpenError, ReadError};
use crate::filter::Filter;
use crate::keyword::{KeywordQuery, ScoredChunk};
use crate::profile::Profile;
use crate::record::{FileId, FileRecord, N_SEARCHED};
use crate::vector::{QuantisedVector, VectorQuery};

/// Beginning of the names of manifests.
pub(super) const MANIFEST_PREFIX: &str = "manifest-";

/// Chunks of a large index: to read what a question asks of fewer takes about as long as to wake a thread.
const MANY_CHUNKS: u64 = 100_000;

pub(super) fn manifest_name(generation: u64) -> String {
    format!("{MANIFEST_PREFIX}{generation}")
}

/// A readable generation.
pub struct Snapshot {
    pub(super) dir: PathBuf,
    pub(super) searcher: Searcher,
    /// Of every segment. Opened with it, because a writer may remove the file later.
    pub(super) vectors: Vec<StoredVectors>,
    /// Names of symbols, likewise.
    pub(super) names: Vec<StoredNames>,
    /// Texts and catalogs, likewise. Nothing unpacked is kept: whoever asks for a file again has kept it.
    pub(super) stores: Vec<StoreReader>,
    pub(super) fields: Fields,
    pub(super) manifest: Arc<Manifest>,
    pub(super) profiles: Profiles,
    /// Chunks in all, and the mean length of every searched field: what every question needs.
    pub(super) n_chunks: u64,
    pub(super) average_lengths: [f32; N_SEARCHED],
    /// Position in `manifest.files` by file number.
    pub(super) by_id: Vec<u32>,
    /// By segment, opened when first asked for.
    pub(super) columns: Vec<OnceLock<Columns>>,
    /// Words of earlier questions.
    pub(super) known_terms: KnownTerms,
    /// By file number, its own document; found when first asked for.
    pub(super) file_documents: OnceLock<Vec<Option<DocAddress>>>,
}

/// Where the chunks of a segment stand, by document.
pub(super) struct Columns {
    /// The file's number. Unpacked: every question asks for thousands of them.
    pub(super) files: Vec<u32>,
    /// The chunk's place in the file.
    pub(super) ordinals: Arc<dyn ColumnValues<u64>>,
}

/// A file as it was when it was indexed.
#[derive(Clone, Debug)]
pub struct StoredFile {
    /// Its text, decoded.
    pub text: String,
    /// What it holds.
    pub catalog: Catalog,
    uses: StoredUses,
}

impl StoredFile {
    /// As if it had been read.
    pub fn new(text: String, catalog: Catalog, uses: Uses) -> StoredFile {
        StoredFile { text, catalog, uses: uses.into() }
    }

    /// What it uses.
    pub fn uses(&self) -> Result<&Uses, ReadError> {
        self.uses.get().ok_or_else(|| ReadError::new(self.uses.path(), "its references are damaged"))
    }
}

/// What words and vectors find, each best first.
pub struct RecalledByBoth<'a> {
    /// The words' scorer, for whoever reads on.
    pub scorer: KeywordScorer<'a>,
    /// By words.
    pub by_word: Vec<ScoredChunk>,
    /// By vector.
    pub by_vector: Vec<ScoredChunk>,
}

impl Snapshot {
    /// Opens the last complete generation in `dir`.
    pub fn open(dir: &Path) -> Result<Self, OpenError> {
        opening::generation(dir)
    }

    /// Only the list of what the last complete generation holds; opens no segment.
    pub fn manifest_of(dir: &Path) -> Result<Manifest, OpenError> {
        opening::manifest(dir)
    }

    /// What the index holds.
    pub fn manifest(&self) -> &Arc<Manifest> {
        &self.manifest
    }

    /// How many chunks there are: counted once, because every question asks.
    pub fn n_chunks(&self) -> u64 {
        self.n_chunks
    }

    /// Whether there is so much to read for a question that a second thread is worth waking.
    pub fn is_large(&self) -> bool {
        self.n_chunks >= MANY_CHUNKS
    }

    /// The record of a file number.
    pub fn record(&self, id: FileId) -> Option<&FileRecord> {
        self.manifest.files.get(*self.by_id.get(id.0 as usize)? as usize)
    }

    /// What ranking knows of a file.
    pub fn profile(&self, file: FileId) -> Result<Profile<'_>, ReadError> {
        self.profiles.get(file).ok_or_else(|| ReadError::new("profiles", "a profile is damaged"))
    }

    /// The names of symbols that begin with a text, in lower case, in order, each once.
    pub fn symbol_names(&self, beginning: &str) -> Result<Vec<String>, ReadError> {
        let names = selection::symbol_names(self, &beginning.to_lowercase());
        names.map_err(|error| ReadError::new("symbols", error))
    }

    /// The code graph of this generation; `Ok(None)` if it was not made yet.
    pub fn graph(&self) -> Result<Option<Graph>, ReadError> {
        Graph::open(&self.dir, self.manifest.generation).map_err(|cause| ReadError::new("graph", cause))
    }

    /// The newest code graph of an earlier generation: what has not changed since need not be resolved again.
    pub fn earlier_graph(&self) -> Option<Graph> {
        Graph::newest(&self.dir, self.manifest.generation)
    }

    /// Keeps the graph of this generation for all processes, in place of earlier ones.
    pub fn keep_graph(&self, draft: &GraphDraft<'_>, uses_of: UsesOf<'_>) -> std::io::Result<()> {
        graph_file::write(&self.dir, self.manifest.generation, draft, uses_of)
    }

    /// The place of a file in path order; ties between hits are broken by it.
    pub fn path_rank(&self, id: FileId) -> u32 {
        self.by_id.get(id.0 as usize).copied().unwrap_or(u32::MAX)
    }

    /// The columns of a segment, opened once.
    pub(super) fn columns(&self, segment: usize) -> Result<&Columns, TantivyError> {
        let opened = &self.columns[segment];
        if let Some(columns) = opened.get() {
            return Ok(columns);
        }
        let reader = self.searcher.segment_reader(segment as u32).fast_fields();
        let column = |name| reader.u64(name).map(|column| column.first_or_default_col(0));
        let packed = column(FILE)?;
        let files = packed.iter().map(|file| file as u32).collect();
        let columns = Columns { files, ordinals: column(ORDINAL)? };
        Ok(opened.get_or_init(|| columns))
    }

    /// The documents of a file's chunks: the segment, and which there. They stand behind the file's own (`IndexWriter`).
    pub(super) fn chunks_of(&self, file: FileId) -> Result<Option<(usize, Range<u32>)>, TantivyError> {
        let found = self.file_documents()?.get(file.0 as usize).copied().flatten().zip(self.record(file));
        Ok(found.map(|(document, record)| {
            let first = document.doc_id + 1;
            (document.segment_ord as usize, first..first + record.n_chunks)
        }))
    }

    fn file_documents(&self) -> Result<&[Option<DocAddress>], TantivyError> {
        if let Some(known) = self.file_documents.get() {
            return Ok(known);
        }
        let mut found = vec![None; self.by_id.len()];
        for (number, segment) in self.searcher.segment_readers().iter().enumerate() {
            let mut before = None;
            for (doc, &file) in (0..).zip(&self.columns(number)?.files) {
                // Of a changed file, the documents before the change may stand here too, all deleted.
                let this = (!segment.is_deleted(doc)).then_some(file);
                if this.is_some()
                    && this != before
                    && let Some(place) = found.get_mut(file as usize)
                {
                    *place = Some(DocAddress::new(number as u32, doc));
                }
                before = this;
            }
        }
        Ok(self.file_documents.get_or_init(|| found))
    }

    /// Looks up the terms of a keyword question. What is asked of the scorer afterwards needs no further look.
    pub fn keyword_scorer(&self, query: KeywordQuery) -> Result<KeywordScorer<'_>, ReadError> {
        KeywordScorer::new(self, query).map_err(|error| ReadError::new("postings", error))
    }

    /// The chunks whose vectors are nearest to a question's among those the filter allows, best first. A score is the
    /// cosine. A question without direction (all zeros) finds nothing.
    pub fn recall_by_vector(&self, query: &VectorQuery<'_>, filter: &Filter) -> Result<Vec<ScoredChunk>, ReadError> {
        let selection = selection::of(self, filter).map_err(|error| ReadError::new("vectors", error))?;
        self.nearest(query, &selection, &|| {})
    }

    /// Recall by words and by vector at once: what each of [`KeywordScorer::best_chunks`] and [`Snapshot::recall_by_vector`]
    /// finds, and the scorer. While one thread looks for the words the others read vectors.
    pub fn recall_by_both(
        &self,
        keyword: KeywordQuery,
        vector: &VectorQuery<'_>,
        filter: &Filter,
    ) -> Result<RecalledByBoth<'_>, ReadError> {
        let selection = selection::of(self, filter).map_err(|error| ReadError::new("postings", error))?;
        let (keyword, found) = (Mutex::new(Some(keyword)), Mutex::new(None));
        let look_for_words = || {
            let keyword = keyword.lock().unwrap_or_else(PoisonError::into_inner).take();
            let look = |query| {
                let scorer = self.keyword_scorer(query)?;
                scorer.best_chunks_of(&selection).map(|by_word| (scorer, by_word))
            };
            *found.lock().unwrap_or_else(PoisonError::into_inner) = keyword.map(look);
        };
        let by_vector = self.nearest(vector, &selection, &look_for_words)?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (scorer, by_word) = found.unwrap_or_else(|| Err(ReadError::new("postings", "they were not read")))?;
        Ok(RecalledByBoth { scorer, by_word, by_vector })
    }

    fn nearest(
        &self,
        query: &VectorQuery<'_>,
        selection: &Selection,
        beside: &Beside<'_>,
    ) -> Result<Vec<ScoredChunk>, ReadError> {
        let asked = query.vector.len();
        if let Some(stored) = self.vector_dimensions().find(|stored| *stored != asked) {
            let cause = format!("they have {stored} dimensions, the question has {asked}");
            return Err(ReadError::new("vectors", cause));
        }
        nearest::chunks(self, query, selection, beside).map_err(|error| ReadError::new("vectors", error))
    }

    /// How many numbers the stored vectors have; `None` if there are none.
    pub fn vector_dimension(&self) -> Option<usize> {
        self.vector_dimensions().next()
    }

    /// How many bytes a recall by vector without filter reads through.
    pub fn vector_scan_bytes(&self) -> usize {
        nearest::scan_bytes(self)
    }

    fn vector_dimensions(&self) -> impl Iterator<Item = usize> {
        self.vectors.iter().filter(|vectors| vectors.n_vectors() > 0).map(StoredVectors::dimension)
    }

    /// The text and catalog of a file.
    pub fn file(&self, path: &str) -> Result<Option<StoredFile>, ReadError> {
        self.read_document(path, |StoredDocument { text, catalog }| {
            let (catalog, uses) = catalog::decode(path, catalog)?;
            Some(StoredFile { text: str::from_utf8(text).ok()?.to_owned(), catalog, uses })
        })
    }

    /// One chunk of a file, from its text and what it shows; `None` if the file or the chunk is not there. Nothing else is unpacked.
    pub fn chunk<T>(
        &self,
        path: &str,
        ordinal: u32,
        read: impl FnOnce(&str, &Chunk, Option<&Symbol>) -> T,
    ) -> Result<Option<T>, ReadError> {
        let read = |StoredDocument { text, catalog }: StoredDocument<'_>| {
            let text = str::from_utf8(text).ok()?;
            let Some((chunk, symbol)) = catalog::decode_chunk(catalog, ordinal)? else { return Some(None) };
            text.get(chunk.span.bytes())?;
            Some(Some(read(text, &chunk, symbol.as_ref())))
        };
        Ok(self.read_document(path, read)?.flatten())
    }

    /// What a file defines and what it uses, without its text.
    pub fn definitions_and_uses(&self, path: &str) -> Result<Option<(Catalog, Uses)>, ReadError> {
        self.read_document(path, |document| catalog::decode_all(document.catalog))
    }

    /// Reads something from a file's own document; `read` finds `None` if it is damaged.
    fn read_document<T>(
        &self,
        path: &str,
        read: impl FnOnce(StoredDocument<'_>) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        let problem = |error: &dyn std::fmt::Display| ReadError::new(path, error);
        let Some(record) = self.manifest.file(path) else { return Ok(None) };
        let documents = self.file_documents().map_err(|error| problem(&error))?;
        let Some(DocAddress { segment_ord, doc_id }) = documents.get(record.id.0 as usize).copied().flatten() else {
            return Ok(None);
        };
        let bytes = self.stores[segment_ord as usize].get_document_bytes(doc_id).map_err(|error| problem(&error))?;
        let document = StoredDocument::read(&bytes).and_then(read);
        document.map(Some).ok_or_else(|| problem(&"what is stored of it is damaged"))
    }

    /// Shows every stored vector: the file, the chunk's place in it, the vector.
    pub fn for_each_vector(&self, mut show: impl FnMut(FileId, u32, QuantisedVector)) -> Result<(), ReadError> {
        let problem = |error: TantivyError| ReadError::new("vectors", error);
        for (number, (segment, vectors)) in self.searcher.segment_readers().iter().zip(&self.vectors).enumerate() {
            let Columns { files, ordinals } = self.columns(number).map_err(problem)?;
            for row in 0..vectors.n_vectors() {
                let doc = vectors.doc(row);
                if doc < segment.max_doc() && !segment.is_deleted(doc) {
                    show(FileId(files[doc as usize]), ordinals.get_val(doc) as u32, vectors.vector(row));
                }
            }
        }
        Ok(())
    }
}
