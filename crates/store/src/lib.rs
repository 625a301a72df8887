//! Where chunks live: commit a change set, recall by keyword and by vector, fetch files. The only crate that knows bytes on disk.
//!
//! One store so far, the embedded one: a folder that needs no service. What it stores has a version (`embedded::format`);
//! what it cannot read it refuses by name.

mod bits;
mod embedded;
mod error;
mod filter;
mod graph;
mod keyword;
mod numbers;
mod profile;
mod record;
mod stem;
mod vector;
mod words;

pub use bits::Bits;
pub use embedded::{
    Catalog, EdgeSite, FORMAT, Graph, GraphDraft, IndexWriter, KeywordScorer, Manifest, RecalledByBoth, Snapshot,
    StoredFile, Uses, UsesOf, WriterSize, at_once, on_free_cores, start_helpers,
};
pub use error::{CommitError, OpenError, ReadError};
pub use filter::{Filter, FilterError, NamePattern, PathPattern};
pub use graph::{
    Base, DefinitionNode, Export, Exported, FileNode, FileNodeView, FileUses, NO_TARGET, StoredEdge, WHOLE_FILE,
};
pub use keyword::{
    FieldWeight, FileEvidence, FilesEvidence, KeywordFields, KeywordQuery, PerFile, ScoredChunk, WeightedTerm,
};
pub use numbers::{NumberHasher, NumberMap};
pub use profile::{Definition, Definitions, HashFilter, Hashes, Profile, folded_hash, name_hash};
pub use record::{DirectoryRecord, FieldLengths, FileId, FileRecord, FileStamp, SkippedRecord, VectorModel};
pub use vector::{QuantisedVector, VectorQuery};
pub use words::{for_each_word, joined, words};
