//! A place that was found, with everything that may be shown of it.

use std::rc::Rc;

use quarry_source::Symbol;

use super::files::CurrentFile;
use super::lines::LineRange;

/// A found place, grown to what is worth showing.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) file: Rc<CurrentFile>,
    /// Among the results of the search, from 1.
    pub(super) rank: usize,
    pub(super) score: f32,
    /// All that may be shown.
    pub(super) lines: LineRange,
    /// The line that answers best, inside of `lines`.
    pub(super) focus: u32,
    /// The definition it belongs to: a place among the file's symbols.
    pub(super) symbol: Option<u32>,
    /// Whether its reader has seen the head of that definition before.
    pub(super) is_head_known: bool,
}

impl Candidate {
    pub(super) fn symbol(&self) -> Option<&Symbol> {
        self.file.symbols().get(self.symbol? as usize)
    }

    /// Its head on one line: the signature of its definition, or the line that answers best.
    pub(super) fn head(&self) -> &str {
        self.symbol().map_or_else(|| self.file.line(self.focus).trim(), |symbol| &symbol.signature)
    }

    /// The lines of the definition around the line that answers best, as far as they may be shown.
    pub(super) fn own_lines(&self) -> LineRange {
        let span = self.symbol().map(|symbol| LineRange { first: symbol.span.start_line, last: symbol.span.end_line });
        let around = span.filter(|span| span.contains(self.focus));
        around.map_or(self.lines, |span| LineRange {
            first: span.first.max(self.lines.first),
            last: span.last.min(self.lines.last),
        })
    }

    /// Signatures of the definitions around it whose heads are not among `shown`, outermost first.
    pub(super) fn inside(&self, shown: LineRange) -> Vec<&str> {
        let symbols = self.file.symbols();
        let parent = |symbol: &&Symbol| symbols.get(symbol.parent? as usize);
        let own = self.symbol().filter(|symbol| !shown.contains(symbol.name_line));
        let above = std::iter::successors(self.symbol().and_then(|symbol| parent(&symbol)), parent);
        let hidden = above.filter(|symbol| !shown.contains(symbol.name_line));
        let mut heads: Vec<&str> = own.into_iter().chain(hidden).map(|symbol| &*symbol.signature).collect();
        heads.reverse();
        heads
    }
}
