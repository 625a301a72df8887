//! Raw definitions -> symbols: one per name, nested, named in full, with signature and doc comment.

use std::ops::Range;

use quarry_source::{Span, Symbol, SymbolKind};
use rustc_hash::FxHashMap;

use crate::extract::{Extracted, touches};
use crate::languages::LanguageInfo;
use crate::lines::Lines;
use crate::matched::{RawDefinition, unquoted};

/// Longest signature kept (as CocoSearch does).
const SIGNATURE_CHARS: usize = 200;
/// Longest doc comment kept: enough for every first paragraph, bounded against licence texts.
const DOC_BYTES: usize = 2000;

/// Longest qualified name that is made longer still. Code nested a thousand deep would fill the memory with names.
const QUALIFIED_BYTES: usize = 400;

/// Symbols with the block type of each, which only configuration files have.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) block_types: Vec<Option<Box<str>>>,
}

/// Turns the definitions of a file into symbols, in order of their first byte, parents before children.
pub(crate) fn assemble(found: &Extracted, info: &LanguageInfo, text: &str, lines: &Lines) -> Symbols {
    let mut symbols = Symbols::default();
    // Symbols that may enclose the next: their index, and the definition they came from.
    let mut open: Vec<(u32, &RawDefinition)> = Vec::new();
    let mut seen = FxHashMap::default();
    for (index, raw) in found.definitions.iter().enumerate() {
        let place = raw.names[0].start;
        let best = seen.entry(place).or_insert(index);
        if raw.pattern < found.definitions[*best].pattern {
            *best = index;
        }
    }
    for (index, raw) in found.definitions.iter().enumerate() {
        if seen.get(&raw.names[0].start) != Some(&index) {
            continue;
        }
        let start = leading_start(text, &found.leading, raw.range.start);
        while open.pop_if(|(_, outer)| !encloses(outer, raw)).is_some() {}
        let parent = open.last().map(|(index, _)| *index);
        if is_local(raw.kind, parent, &symbols.symbols) {
            continue;
        }
        let symbol = symbol(raw, start, parent, &symbols.symbols, &Source { info, text, lines });
        if info.merge_clauses
            && let Some(index) = symbols.merge_clause(&symbol)
        {
            open.push((index, raw));
            continue;
        }
        open.push((symbols.symbols.len() as u32, raw));
        symbols.symbols.push(symbol);
        symbols.block_types.push(raw.block_type.clone());
    }
    symbols
}

impl Symbols {
    /// Functions written as several equations are one symbol, and so are a signature and its function: the new symbol is
    /// joined to the sibling before it if both have the same name.
    fn merge_clause(&mut self, new: &Symbol) -> Option<u32> {
        let mut index = self.symbols.len().checked_sub(1)?;
        while self.symbols[index].parent != new.parent {
            index = self.symbols[index].parent? as usize;
        }
        let before = &mut self.symbols[index];
        let continues = before.kind == new.kind || before.kind == SymbolKind::Declaration;
        if before.name != new.name || !continues {
            return None;
        }
        before.kind = new.kind;
        before.span.end = new.span.end;
        before.span.end_line = new.span.end_line;
        Some(index as u32)
    }
}

/// Whether `raw` stands in `outer`. What covers the same text and is of the same kind stands beside it: `int a, b;`.
fn encloses(outer: &RawDefinition, raw: &RawDefinition) -> bool {
    outer.range.end > raw.range.start && !(outer.range == raw.range && outer.kind == raw.kind)
}

struct Source<'a> {
    info: &'a LanguageInfo,
    text: &'a str,
    lines: &'a Lines,
}

fn symbol(raw: &RawDefinition, start: usize, parent: Option<u32>, before: &[Symbol], source: &Source<'_>) -> Symbol {
    let text = source.text;
    let name = joined_name(raw, text);
    let outer = parent.map(|parent| &before[parent as usize]);
    // A comment between a parent's head and its first child must not reach out of the parent.
    let start = outer.map_or(start, |outer| start.max(outer.span.start as usize));
    let kind = match (raw.kind, outer) {
        (SymbolKind::Function, Some(outer)) if outer.kind.holds_methods() => SymbolKind::Method,
        (SymbolKind::Function, _) if raw.scope.is_some() => SymbolKind::Method,
        (kind, _) => kind,
    };
    let scope = raw.scope.clone().map(|scope| plain_scope(&text[scope]));
    let mut qualified = String::new();
    let outer_name = outer.map(|outer| match outer.qualified_name.len() <= QUALIFIED_BYTES {
        true => &*outer.qualified_name,
        false => "…",
    });
    for part in outer_name.into_iter().chain(scope).chain([name.as_str()]) {
        if !qualified.is_empty() {
            qualified.push_str(&source.info.separator);
        }
        qualified.push_str(part);
    }
    let doc = match &raw.doc {
        Some(doc) => clean_comment(&text[doc.clone()]),
        None => clean_comment(text[start..raw.range.start].trim()),
    };
    Symbol {
        kind,
        name_line: source.lines.line_of(raw.names[0].start),
        name: name.into(),
        qualified_name: qualified.into(),
        signature: signature(raw, text).into(),
        doc: doc.into(),
        span: source.lines.span(start..raw.range.end),
        parent,
    }
}

/// Variables, constants and prototypes inside a function are nobody's definition.
fn is_local(kind: SymbolKind, parent: Option<u32>, symbols: &[Symbol]) -> bool {
    let in_function =
        parent.is_some_and(|parent| matches!(symbols[parent as usize].kind, SymbolKind::Function | SymbolKind::Method));
    in_function && matches!(kind, SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Declaration)
}

fn joined_name(raw: &RawDefinition, text: &str) -> String {
    let plain = |name: &Range<usize>| {
        let name = &text[name.clone()];
        // `<=>` is an operator's name, `:name` Ruby's symbol for it.
        if name.starts_with('<') { name } else { unquoted(name).trim_start_matches(':') }
    };
    let parts: Vec<&str> = raw.names.iter().map(plain).collect();
    let joined = parts.join(".");
    if joined.contains('\n') { joined.split_whitespace().collect::<Vec<_>>().join(" ") } else { joined }
}

/// `*Server[T]` qualifies as `Server`.
fn plain_scope(scope: &str) -> &str {
    let scope = scope.trim_start_matches(['*', '&', '(', ' ']);
    let end = scope.find(['[', '<', '(', ' ', ')']).unwrap_or(scope.len());
    &scope[..end]
}

/// Where the run of comments and attributes that stands directly before `start`, or around it, begins.
pub(crate) fn leading_start(text: &str, leading: &[Range<usize>], start: usize) -> usize {
    let n_before = leading.partition_point(|run| run.start < start);
    match n_before.checked_sub(1).map(|last| &leading[last]) {
        Some(run) if start < run.end || touches(&text[run.end..start]) => run.start,
        _ => start,
    }
}

/// The head of the definition on one line.
fn signature(raw: &RawDefinition, text: &str) -> String {
    let end = raw.range.end.max(raw.head);
    let whole = &text[raw.head..end];
    let head = match raw.body {
        Some(body) if body > raw.head && body <= end => &text[raw.head..body],
        _ => whole.lines().next().unwrap_or_default(),
    };
    let mut line = String::with_capacity(head.len().min(SIGNATURE_CHARS));
    let mut n_chars = 0;
    for word in head.split_whitespace() {
        if n_chars > 0 {
            line.push(' ');
            n_chars += 1;
        }
        for letter in word.chars().take(SIGNATURE_CHARS - n_chars.min(SIGNATURE_CHARS)) {
            line.push(letter);
            n_chars += 1;
        }
        if n_chars >= SIGNATURE_CHARS {
            break;
        }
    }
    let kept = line.trim_end_matches([' ', '{', ':', '=', '\\']).len();
    line.truncate(kept);
    line
}

/// The words of a comment without its marks; attribute lines are left out.
fn clean_comment(comment: &str) -> String {
    let mut doc = String::new();
    for line in comment.lines() {
        let line = line.trim();
        if (line.starts_with("#[") && !line.starts_with("#[[")) || line.starts_with("#![") || line.starts_with('@') {
            continue;
        }
        let line = line
            .trim_start_matches("<!--")
            .trim_start_matches(['{', '(', '<'])
            .trim_start_matches(['/', '*', '!', '#', ';', '-', '%', '"', '\'', '|', '[', '^', '>'])
            .trim_end_matches("-->")
            .trim_end_matches("*/")
            .trim_end_matches("*)")
            .trim_end_matches("-}")
            .trim_end_matches("#>")
            .trim_end_matches(['"', '\''])
            .trim();
        if line.is_empty() {
            continue;
        }
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(line);
        if doc.len() >= DOC_BYTES {
            doc.truncate(doc.floor_char_boundary(DOC_BYTES));
            break;
        }
    }
    doc
}

/// Symbols whose span starts in `bytes`, as a range of indices.
pub(crate) fn starting_in(symbols: &[Symbol], bytes: Range<usize>) -> Range<u32> {
    let at = |byte: usize| symbols.partition_point(|symbol| (symbol.span.start as usize) < byte) as u32;
    at(bytes.start)..at(bytes.end)
}

/// Symbols that began before `byte` and still run there, outermost first.
pub(crate) fn running_at(symbols: &[Symbol], byte: usize) -> Vec<u32> {
    let runs = |span: &Span| (span.start as usize) < byte && span.end as usize > byte;
    // The nearest earlier symbol or one of its ancestors is the innermost that can still run.
    let mut chain = Vec::new();
    let mut next =
        symbols.partition_point(|symbol| (symbol.span.start as usize) < byte).checked_sub(1).map(|last| last as u32);
    while let Some(index) = next {
        let symbol = &symbols[index as usize];
        if runs(&symbol.span) {
            chain.push(index);
        }
        next = symbol.parent;
    }
    chain.reverse();
    chain
}
