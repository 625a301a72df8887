//! What the index remembers of every file, directory and skipped path.

use quarry_source::{ContentType, Health, Language, RepoPath};

/// A file's number in one index. Stays the same while the path exists; never given to another path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// What the file system says without opening a file. Equal stamps mean: not changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// Bytes.
    pub size: u64,
    /// Content changed last, nanoseconds since 1970.
    pub modified: u64,
    /// Content or metadata changed last, nanoseconds since 1970; 0 where the system has none.
    pub changed: u64,
    /// Number of the file on its device; 0 where the system has none.
    pub inode: u64,
}

/// How many fields of a chunk are searched.
pub(crate) const N_SEARCHED: usize = 8;

/// Words per searched field, over all chunks of a file. Mean lengths are made of these, so that they do not depend on
/// how the index came to hold what it holds.
pub type FieldLengths = [u32; N_SEARCHED];

/// One indexed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRecord {
    /// Its number.
    pub id: FileId,
    /// Where it is.
    pub path: RepoPath,
    /// When it was indexed, what the file system said.
    pub stamp: FileStamp,
    /// BLAKE3 of its bytes on disk.
    pub hash: [u8; 32],
    /// What it is written in.
    pub language: Language,
    /// The infrastructure dialect, if any.
    pub dialect: Option<Language>,
    /// What it is for.
    pub content_type: ContentType,
    /// How well it parsed.
    pub health: Health,
    /// How many lines it has.
    pub n_lines: u32,
    /// How many chunks it was cut into.
    pub n_chunks: u32,
    /// How many symbols it defines.
    pub n_symbols: u32,
    /// Whether its chunks have vectors of the manifest's model.
    pub embedded: bool,
    /// Filled in when it is added to a store.
    pub n_words: FieldLengths,
}

/// The model whose vectors an index holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorModel {
    /// Provider and name.
    pub name: String,
    /// What else decides its vectors.
    pub revision: String,
    /// Numbers per vector.
    pub dimension: u32,
}

/// A directory that was walked, and its stamp: while it is unchanged, nothing was added or removed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryRecord {
    /// Where it is; empty for the root.
    pub path: RepoPath,
    /// What the file system said when it was walked.
    pub stamp: FileStamp,
}

/// A path that was not indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRecord {
    /// Where it is.
    pub path: RepoPath,
    /// The reason as one word: `binary`, `too_large`.
    pub reason: Box<str>,
    /// The reason as a sentence.
    pub detail: Box<str>,
    /// What the file system said, for paths that were opened before they were skipped.
    pub stamp: FileStamp,
}
