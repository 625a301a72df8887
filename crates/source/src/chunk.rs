//! A chunk: the unit that is recalled, ranked and shown.

use crate::Span;

/// A stretch of a file that belongs together, with where it stands among the file's symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// What it covers. Chunks of a file are in order of `span.start`.
    pub span: Span,
    /// Symbols that begin in this chunk (a range of indices into the file's symbols, which are in order).
    pub symbols: std::ops::Range<u32>,
    /// Symbols that began earlier and still run here, outermost first (indices into the file's symbols).
    pub enclosing: Vec<u32>,
    /// For infrastructure files: what sort of block this is (`resource`, `FROM`, `job`).
    pub block_type: Option<Box<str>>,
    /// For infrastructure files: where the block stands (`resource.aws_s3_bucket.data`).
    pub hierarchy: Option<Box<str>>,
}

impl Chunk {
    /// The symbol that it is known by (an index into the file's symbols): the first that begins in it, or the innermost it lies in.
    pub fn symbol(&self) -> Option<u32> {
        if self.symbols.is_empty() { self.enclosing.last().copied() } else { Some(self.symbols.start) }
    }
}
