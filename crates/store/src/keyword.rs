//! A keyword question as plain data: which terms, how much each counts, and what each field is worth.

use crate::record::FileId;

/// What one field counts in BM25F.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldWeight {
    /// How much an occurrence counts; 0 leaves the field out.
    pub weight: f32,
    /// How strongly long fields are discounted, 0 to 1.
    pub b: f32,
}

/// The fields of a chunk that are searched: CodeContext's seven and the names around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeywordFields {
    /// Names defined in the chunk.
    pub name: FieldWeight,
    /// The same with what they stand in.
    pub qualified_name: FieldWeight,
    /// Heads of the definitions.
    pub signature: FieldWeight,
    /// Doc comments.
    pub docstring: FieldWeight,
    /// The text itself.
    pub content: FieldWeight,
    /// The file's stem.
    pub filename: FieldWeight,
    /// The directories it lies in.
    pub file_path: FieldWeight,
    /// Names of the definitions that run on from before.
    pub enclosing: FieldWeight,
}

/// A term as the index holds it, and how much it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedTerm {
    /// The term: a stemmed word or a whole identifier with `=`.
    pub term: String,
    /// Its factor.
    pub weight: f32,
}

/// How many chunks of one file may be recalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerFile {
    /// The best few of each file.
    AtMost(usize),
    /// All.
    Unlimited,
}

impl PerFile {
    /// The number of chunks, be it more than there are.
    pub(crate) fn most(self) -> usize {
        match self {
            PerFile::AtMost(most) => most,
            PerFile::Unlimited => usize::MAX,
        }
    }
}

/// One recall by keyword.
#[derive(Clone, Debug, PartialEq)]
pub struct KeywordQuery {
    /// What is looked for; a chunk needs any of them.
    pub terms: Vec<WeightedTerm>,
    /// What the fields count.
    pub fields: KeywordFields,
    /// Where further occurrences stop to count: small saturates early.
    pub k1: f32,
    /// How many chunks are wanted.
    pub limit: usize,
    /// How many of one file.
    pub per_file: PerFile,
}

/// What the words of a question say about a whole file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FileEvidence<'a> {
    /// The score of its best chunk, but for the constant factor of BM25F.
    pub best_score: f32,
    /// Chunks that score more than half as much.
    pub n_good: u32,
    /// Per term of the question: how often it occurs outside of the path, weighted as in a chunk, over all chunks.
    pub frequencies: &'a [f32],
}

/// The same about several files.
#[derive(Clone, Debug, PartialEq)]
pub struct FilesEvidence {
    /// The best score and the number of good chunks of each.
    pub(crate) scores: Vec<(f32, u32)>,
    /// Of every file, term by term.
    pub(crate) frequencies: Vec<f32>,
    pub(crate) n_terms: usize,
}

impl FilesEvidence {
    /// In the order in which the files were asked for.
    pub fn iter(&self) -> impl Iterator<Item = FileEvidence<'_>> {
        self.scores.iter().enumerate().map(|(place, &(best_score, n_good))| FileEvidence {
            best_score,
            n_good,
            frequencies: &self.frequencies[place * self.n_terms..][..self.n_terms],
        })
    }
}

/// A chunk that was recalled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredChunk {
    /// The file it stands in.
    pub file: FileId,
    /// Which of the file's chunks.
    pub ordinal: u32,
    /// BM25F; comparable only within one answer.
    pub score: f32,
}
