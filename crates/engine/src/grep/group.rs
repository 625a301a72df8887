//! Matching lines -> groups: each line goes to the innermost symbol around its first match.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use quarry_source::Symbol;

use super::scan::FoundLine;
use super::{Defines, GrepGroup, GrepRequest, GrepSymbol, defines, display};

/// A file's text and what is in it.
pub(super) struct View<'a> {
    pub(super) text: &'a str,
    /// In order of their first byte.
    pub(super) symbols: &'a [Symbol],
    pub(super) max_line_chars: usize,
}

impl View<'_> {
    /// The symbols around a byte, the outermost first.
    fn around(&self, place: usize) -> impl DoubleEndedIterator<Item = usize> {
        let begun = self.symbols.partition_point(|symbol| symbol.span.start as usize <= place);
        (0..begun).filter(move |index| place < self.symbols[*index].span.end as usize)
    }
}

/// The groups of one file, best first. Lines are shown until the request's limit: no file shows more.
pub(super) fn by_symbol(view: &View<'_>, lines: Vec<FoundLine>, request: &GrepRequest) -> Vec<GrepGroup> {
    let mut found: BTreeMap<Option<usize>, Vec<FoundLine>> = BTreeMap::new();
    for line in lines {
        if is_wanted(view, &line, request) {
            found.entry(view.around(line.place()).next_back()).or_default().push(line);
        }
    }
    let mut groups: Vec<(GrepGroup, Vec<FoundLine>)> =
        found.into_iter().map(|(symbol, lines)| (counted(view, symbol, &lines), lines)).collect();
    groups.sort_by_key(|(group, lines)| {
        (Reverse(group.defines), Reverse(group.n_matches), lines.first().map(|line| line.number))
    });
    let mut n_left = request.limit.unwrap_or(usize::MAX);
    let shown = |(group, mut lines): (GrepGroup, Vec<FoundLine>)| {
        lines.truncate(n_left);
        n_left -= lines.len();
        GrepGroup { lines: display::with_context(view, &lines, request), ..group }
    };
    groups.into_iter().map(shown).collect()
}

/// Filters on kinds and names ask for matches inside of such symbols, however deep.
fn is_wanted(view: &View<'_>, line: &FoundLine, request: &GrepRequest) -> bool {
    let fits = |symbol: &Symbol| request.filter.wants_symbol(symbol.kind, &symbol.name);
    !request.filter.restricts_chunks() || view.around(line.place()).any(|index| fits(&view.symbols[index]))
}

/// A group with its counts, no line shown yet.
fn counted(view: &View<'_>, symbol: Option<usize>, lines: &[FoundLine]) -> GrepGroup {
    let symbol = symbol.map(|index| &view.symbols[index]);
    let defines = |symbol: &Symbol| {
        let by_line =
            |line: &FoundLine| defines::by_name(symbol, line.number, &view.text[line.range.clone()], &line.matches);
        lines.iter().map(by_line).max().unwrap_or_default()
    };
    GrepGroup {
        defines: symbol.map_or(Defines::Nothing, defines),
        symbol: symbol.map(|symbol| GrepSymbol {
            kind: symbol.kind,
            name: symbol.name.clone(),
            qualified_name: symbol.qualified_name.clone(),
            line: symbol.name_line,
            span: symbol.span,
        }),
        n_matches: lines.iter().map(FoundLine::n_matches).sum(),
        n_lines: lines.len(),
        lines: Vec::new(),
    }
}
