//! The definitions of a file as a tree: lines, kind, and the signature, indented by what it stands in.

use std::fmt::Write;

use quarry_engine::{Outline, Symbol, SymbolKind};

use super::PATH;
use super::graph::signature;
use crate::console::{DIM, printable};

/// Indentation of one level.
const LEVEL: &str = "  ";

/// What of a tree is shown.
pub(crate) struct Shown {
    pub(crate) n_levels: u32,
    /// None means all.
    pub(crate) kinds: Vec<SymbolKind>,
}

/// The tree, and how many definitions it shows.
pub(crate) fn tree(outline: &Outline, shown: &Shown, prefix: &str) -> (String, usize) {
    let mut levels: Vec<u32> = Vec::with_capacity(outline.symbols.len());
    for symbol in &outline.symbols {
        // A parent stands before its children.
        let above = symbol.parent.and_then(|parent| levels.get(parent as usize)).map_or(0, |level| level + 1);
        levels.push(above);
    }
    let is_shown = |symbol: &Symbol, level: u32| {
        level < shown.n_levels && (shown.kinds.is_empty() || shown.kinds.contains(&symbol.kind))
    };
    let rows: Vec<(&Symbol, u32)> =
        outline.symbols.iter().zip(levels).filter(|(symbol, level)| is_shown(symbol, *level)).collect();
    let width = rows.iter().map(|(symbol, _)| lines(symbol).len()).max().unwrap_or(0);
    let kind_width = rows.iter().map(|(symbol, _)| symbol.kind.as_str().len()).max().unwrap_or(0);
    let path = format!("{prefix}{}", outline.path);
    let mut text = format!("{PATH}{}{PATH:#}  {DIM}({}){DIM:#}\n", printable(&path), outline.language);
    for (symbol, level) in &rows {
        let (lines, kind, indent) = (lines(symbol), symbol.kind.as_str(), LEVEL.repeat(*level as usize));
        let _ = write!(text, "{DIM}{lines:>width$}  {kind:<kind_width$}{DIM:#}  {indent}");
        let head = if symbol.signature.is_empty() { &symbol.name } else { &symbol.signature };
        signature(head, outline.language.as_str(), &mut text);
        text.push('\n');
    }
    text.push('\n');
    (text, rows.len())
}

fn lines(symbol: &Symbol) -> String {
    match (symbol.name_line, symbol.span.end_line) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}-{end}"),
    }
}
