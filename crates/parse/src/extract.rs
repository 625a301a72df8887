//! One query pass over one tree -> raw definitions, references, imports and leading comments.
//!
//! In:  a syntax tree and the text it was made from.
//! Out: byte ranges, in the order of the file. Names, parents and signatures are made in `symbols`.

use std::ops::Range;

use quarry_source::{Import, Reference, SymbolKind};
use tree_sitter::{Node, QueryCursor, QueryMatch, StreamingIterator, Tree};

use crate::languages::LanguageInfo;
use crate::syntax::{Role, Syntax};

/// A definition as the query found it.
#[derive(Clone, Debug)]
pub(crate) struct RawDefinition {
    pub(crate) kind: SymbolKind,
    /// With its wrappers (decorators, `export`), without comments before it.
    pub(crate) range: Range<usize>,
    /// Where the definition itself begins; the signature starts here.
    pub(crate) head: usize,
    pub(crate) names: Vec<Range<usize>>,
    pub(crate) scope: Option<Range<usize>>,
    pub(crate) doc: Option<Range<usize>>,
    pub(crate) body: Option<usize>,
    pub(crate) block_type: Option<Box<str>>,
    pub(crate) pattern: usize,
}

/// Everything one pass finds.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    pub(crate) definitions: Vec<RawDefinition>,
    pub(crate) references: Vec<Reference>,
    pub(crate) imports: Vec<Import>,
    /// Comments and attributes, in order, not overlapping.
    pub(crate) leading: Vec<Range<usize>>,
}

/// Matches a query may hold open at once. Deeply nested code could otherwise take quadratic time.
const OPEN_MATCHES: u32 = 4096;

/// Runs the query of `syntax` over `tree`.
pub(crate) fn run(syntax: &Syntax, info: &LanguageInfo, tree: &Tree, text: &str) -> Extracted {
    let mut found = Extracted::default();
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(OPEN_MATCHES);
    let mut matches = cursor.matches(&syntax.query, tree.root_node(), text.as_bytes());
    while let Some(found_match) = matches.next() {
        found.take(syntax, info, found_match, text);
    }
    found.definitions.sort_by(|a, b| {
        let key = |raw: &RawDefinition| (raw.range.start, std::cmp::Reverse(raw.range.end), raw.pattern);
        key(a).cmp(&key(b))
    });
    // A name at one place is used in one way, the most telling: called, then implemented, then a mere type.
    found.references.sort_by_key(|reference| (reference.start, reference.kind));
    found.references.dedup_by_key(|reference| reference.start);
    // A definition's own name is no use of it.
    let defined: std::collections::HashSet<u32> =
        found.definitions.iter().flat_map(|raw| raw.names.iter().map(|name| name.start as u32)).collect();
    found.references.retain(|reference| !defined.contains(&reference.start));
    found.imports.sort_by_key(|import| import.line);
    found.leading.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.leading.retain(|range| {
        let outside = range.start >= end;
        end = end.max(range.end);
        outside
    });
    found
}

impl Extracted {
    fn take(&mut self, syntax: &Syntax, info: &LanguageInfo, found: &QueryMatch<'_, '_>, text: &str) {
        let mut definition: Option<(SymbolKind, Node<'_>)> = None;
        let mut raw = RawDefinition {
            kind: SymbolKind::Block,
            range: 0..0,
            head: 0,
            names: Vec::new(),
            scope: None,
            doc: None,
            body: None,
            block_type: syntax.block_types.get(found.pattern_index).cloned().flatten(),
            pattern: found.pattern_index,
        };
        let mut import: Option<Import> = None;
        let mut import_path: Option<Range<usize>> = None;
        for capture in found.captures() {
            let node = capture.node;
            let range = node.byte_range();
            match syntax.roles[capture.index as usize] {
                Role::Definition(kind) => definition = Some((kind, node)),
                Role::Name => raw.names.push(range),
                Role::Scope => raw.scope = Some(raw.scope.map_or(range.start, |scope| scope.start)..range.end),
                Role::Doc => raw.doc = Some(range),
                Role::Body => raw.body = Some(range.start),
                Role::BlockType => raw.block_type = Some(unquoted(&text[range]).into()),
                Role::Leading => self.leading.push(trimmed(text, range)),
                Role::Reference(kind) => self.references.push(Reference {
                    kind,
                    name: text[range.clone()].into(),
                    start: range.start as u32,
                    line: node.start_position().row as u32 + 1,
                }),
                Role::Import => import_of(&mut import, node).line = node.start_position().row as u32 + 1,
                Role::ImportPath => {
                    let path = import_path.map_or(range.start, |path| path.start)..range.end;
                    import_of(&mut import, node).path = one_line(unquoted(&text[path.clone()]));
                    import_path = Some(path);
                }
                Role::ImportName => import_of(&mut import, node).names.push(unquoted(&text[range]).into()),
                Role::Unused => {}
            }
        }
        if let Some((kind, node)) = definition
            && !raw.names.is_empty()
        {
            raw.kind = kind;
            raw.head = node.start_byte();
            if let Some(doc) = raw.doc.as_ref().filter(|doc| doc.start == raw.head) {
                raw.head = doc.end;
            }
            raw.body = raw.body.or_else(|| node.child_by_field_name("body").map(|body| body.start_byte()));
            raw.range = trimmed(text, with_wrappers(node, info).byte_range());
            self.definitions.push(raw);
        }
        if let Some(import) = import.filter(|import| !import.path.is_empty()) {
            self.add_import(import);
        }
    }

    /// A pattern matches once per name it takes; the statement stays one import.
    fn add_import(&mut self, import: Import) {
        match self.imports.iter_mut().rev().take(4).find(|last| last.line == import.line && last.path == import.path) {
            Some(same) => {
                let new: Vec<_> = import.names.into_iter().filter(|name| !same.names.contains(name)).collect();
                same.names.extend(new);
            }
            None => self.imports.push(import),
        }
    }
}

fn import_of<'a>(import: &'a mut Option<Import>, node: Node<'_>) -> &'a mut Import {
    let line = node.start_position().row as u32 + 1;
    import.get_or_insert_with(|| Import { path: "".into(), names: Vec::new(), line })
}

/// Climbs to the decorators, `export` or `template<>` around a definition.
fn with_wrappers<'tree>(node: Node<'tree>, info: &LanguageInfo) -> Node<'tree> {
    let mut outer = node;
    if info.wrappers.is_empty() {
        return outer;
    }
    while let Some(parent) = outer.parent() {
        // A wrapper around several definitions belongs to none of them alone.
        let wraps = info.wrappers.iter().any(|kind| kind == parent.kind());
        let only_child = parent.named_child(0).is_some_and(|first| first.start_byte() == outer.start_byte())
            || parent
                .named_child(parent.named_child_count().saturating_sub(1) as u32)
                .is_some_and(|last| last.id() == outer.id());
        if !wraps || (parent.named_child_count() > 1 && !only_child) {
            break;
        }
        outer = parent;
    }
    outer
}

/// Some grammars begin or end a node with blanks; a range begins and ends with a visible byte.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let slice = &text[range.clone()];
    let end = range.start + slice.trim_end().len();
    (range.start + slice.len() - slice.trim_start().len()).min(end)..end
}

/// Without the quotes or angle brackets around it.
pub(crate) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('<', '>')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|text| text.strip_suffix(close)) {
            return inner;
        }
    }
    text
}

fn one_line(text: &str) -> Box<str> {
    if text.contains('\n') { text.split_whitespace().collect::<Vec<_>>().join(" ").into() } else { text.into() }
}
