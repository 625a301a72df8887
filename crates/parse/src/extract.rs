//! One query pass over one tree -> raw definitions, references, imports and leading comments.
//!
//! In:  a syntax tree and the text it was made from.
//! Out: byte ranges, in the order of the file. Names, parents and signatures are made in `symbols`.

use std::ops::Range;

use quarry_source::{Import, Reference, ReferenceKind};
use rustc_hash::FxHashSet;
use tree_sitter::{Node, QueryCursor, QueryMatch, StreamingIterator, Tree};

use crate::languages::LanguageInfo;
use crate::matched::{RawDefinition, Said};
use crate::matching::Matcher;
use crate::roots::Roots;
use crate::surroundings;
use crate::syntax::{Role, Syntax};

/// Everything one pass finds.
#[derive(Debug, Default)]
pub(crate) struct Extracted {
    pub(crate) definitions: Vec<RawDefinition>,
    pub(crate) references: Vec<Reference>,
    pub(crate) imports: Vec<Import>,
    /// Runs of comments and attributes that stand before something, in order, not overlapping.
    pub(crate) leading: Vec<Range<usize>>,
}

/// Matches a query may hold open at once. Deeply nested code could otherwise take quadratic time.
const OPEN_MATCHES: u32 = 4096;

/// Runs the query of `syntax` over `tree`.
pub(crate) fn run(syntax: &Syntax, info: &LanguageInfo, tree: &Tree, text: &str) -> Extracted {
    let mut found = Extracted::default();
    let source = Source { syntax, info, text };
    match &syntax.roots {
        Some(roots) => at_roots(&mut found, roots, &source, tree),
        None => over_tree(&mut found, &source, tree),
    }
    found.into_order(text)
}

/// What is read, and with what.
struct Source<'a> {
    syntax: &'a Syntax,
    info: &'a LanguageInfo,
    text: &'a str,
}

/// The usual way: the query cursor walks the tree.
fn over_tree(found: &mut Extracted, source: &Source<'_>, tree: &Tree) {
    let mut cursor = QueryCursor::new();
    cursor.set_match_limit(OPEN_MATCHES);
    let mut matches = cursor.matches(&source.syntax.query, tree.root_node(), source.text.as_bytes());
    while let Some(found_match) = matches.next() {
        found.take(source, found_match, 0);
    }
}

/// The fast way: we walk the tree and look for patterns only where they can begin, most of them without the query.
fn at_roots(found: &mut Extracted, roots: &Roots, source: &Source<'_>, tree: &Tree) {
    let mut query_cursor = QueryCursor::new();
    query_cursor.set_match_limit(OPEN_MATCHES);
    query_cursor.set_max_start_depth(Some(0));
    let mut matcher = Matcher::new(tree.walk(), roots);
    while let Some((node, kind, depth)) = matcher.next() {
        let action = roots.action(kind);
        matcher.enter(node, action, source.text, |rule, captured| {
            let said = Said::by_pattern(rule.place, rule.block_type.clone());
            found.take_captures(source, said, captured.iter().map(|one| (one.capture.role, one.node)), depth);
        });
        if action.is_some_and(|action| action.query) {
            let mut matches = query_cursor.matches(&source.syntax.query, node, source.text.as_bytes());
            while let Some(found_match) = matches.next() {
                found.take(source, found_match, depth);
            }
        }
    }
}

impl Extracted {
    /// Everything in the order of the file, each place once.
    fn into_order(mut self, text: &str) -> Self {
        self.definitions.sort_by(|a, b| {
            let key = |raw: &RawDefinition| (raw.range.start, std::cmp::Reverse(raw.range.end), raw.pattern);
            key(a).cmp(&key(b))
        });
        // A name at one place is used in one way, the most telling: called, then implemented, then a mere type.
        self.references.sort_by_key(|reference| (reference.start, reference.kind));
        self.references.dedup_by_key(|reference| reference.start);
        // A definition's own name is no use of it, but a struct that is embedded by its name alone is.
        let defined: FxHashSet<u32> =
            self.definitions.iter().flat_map(|raw| raw.names.iter().map(|name| name.start as u32)).collect();
        let is_use =
            |reference: &Reference| reference.kind == ReferenceKind::Implements || !defined.contains(&reference.start);
        self.references.retain(is_use);
        self.imports.sort_by_key(|import| import.line);
        self.leading.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        self.leading = runs(text, &self.leading);
        self
    }

    /// A capture that stands alone.
    fn capture(&mut self, role: Role, node: Node<'_>, source: &Source<'_>) {
        let range = node.byte_range();
        let text = source.text;
        match role {
            Role::Leading => self.leading.push(trimmed(text, range)),
            Role::Reference(kind) => {
                let qualifier = surroundings::qualifier(text, range.start);
                let whole = range.start - qualifier.n_bytes..range.end;
                self.references.push(Reference {
                    kind,
                    name: text[range.clone()].into(),
                    qualifier: qualifier.text.into(),
                    bound: surroundings::bound(text, whole, source.info.types).into(),
                    start: range.start as u32,
                    line: node.start_position().row as u32 + 1,
                });
            }
            // Nothing else means anything without its pattern.
            _ => {}
        }
    }

    /// What the query found, so deep in the tree.
    fn take(&mut self, source: &Source<'_>, found: &QueryMatch<'_, '_>, depth: usize) {
        let said = Said::by_query(source.syntax, found.pattern_index);
        let captures = found.captures().iter();
        self.take_captures(
            source,
            said,
            captures.map(|capture| (source.syntax.roles[capture.index as usize], capture.node)),
            depth,
        );
    }

    fn take_captures<'tree>(
        &mut self,
        source: &Source<'_>,
        mut said: Said<'tree>,
        captures: impl Iterator<Item = (Role, Node<'tree>)>,
        depth: usize,
    ) {
        for (role, node) in captures {
            match role {
                Role::Leading | Role::Reference(_) => self.capture(role, node, source),
                role => said.add(role, node, source.text),
            }
        }
        let (definition, import) = said.whole(source.info, source.text, depth);
        self.definitions.extend(definition);
        if let Some(import) = import {
            self.add_import(import);
        }
    }

    /// A pattern matches once per name it takes; the statement stays one import.
    fn add_import(&mut self, import: Import) {
        match self.imports.iter_mut().rev().take(4).find(|last| last.line == import.line && last.path == import.path) {
            Some(same) => {
                let new: Vec<_> = import.names.into_iter().filter(|name| !same.names.contains(name)).collect();
                same.names.extend(new);
                if same.alias.is_empty() {
                    same.alias = import.alias;
                }
            }
            None => self.imports.push(import),
        }
    }
}

/// Joins comments and attributes that follow each other without a blank line. A comment behind code belongs to that code
/// and is left out.
fn runs(text: &str, leading: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for range in leading {
        match runs.last_mut() {
            Some(run) if range.start < run.end => run.end = run.end.max(range.end),
            Some(run) if touches(&text[run.end..range.start]) => run.end = range.end,
            _ if begins_line(text, range.start) => runs.push(range.clone()),
            _ => {}
        }
    }
    runs
}

/// White space with at most one line end: no blank line between.
pub(crate) fn touches(gap: &str) -> bool {
    gap.bytes().all(|byte| byte.is_ascii_whitespace()) && gap.bytes().filter(|&byte| byte == b'\n').count() <= 1
}

fn begins_line(text: &str, start: usize) -> bool {
    let before = text.as_bytes()[..start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Some grammars begin or end a node with blanks; a range begins and ends with a visible byte.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let slice = &text[range.clone()];
    let end = range.start + slice.trim_end().len();
    (range.start + slice.len() - slice.trim_start().len()).min(end)..end
}

#[cfg(test)]
mod tests {
    use super::{Extracted, Source, at_roots, over_tree};
    use crate::grammars::GRAMMARS;
    use crate::roots::Roots;
    use crate::syntax::Syntax;
    use crate::{Languages, detect, syntax_tree};
    use quarry_source::RepoPath;
    use tree_sitter::{Parser, Tree};

    /// Samples of all languages that have the fast way: their names, what is known of them, their trees.
    #[track_caller]
    fn for_each_sample(mut check: impl FnMut(&RepoPath, &Source<'_>, &Roots, &Tree)) {
        let languages = Languages::default();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outlines");
        let mut n_checked = 0;
        for entry in fs_err::read_dir(folder).expect("the samples").flatten().filter(|entry| entry.path().is_file()) {
            let path = RepoPath::new(&entry.file_name().to_string_lossy());
            let text = fs_err::read_to_string(entry.path()).expect("a sample");
            let Some(info) = detect::language(&languages, &path, &text) else { continue };
            let Some(syntax) = languages.syntax(info) else { continue };
            let Some(roots) = &syntax.roots else { continue };
            let tree = syntax_tree(&mut Parser::new(), &syntax.grammar, &text).expect("a tree");
            check(&path, &Source { syntax, info, text: &text }, roots, &tree);
            n_checked += 1;
        }
        assert!(n_checked > 30, "only {n_checked} languages have the fast way");
    }

    #[test]
    fn starting_at_roots_finds_what_the_whole_query_finds() {
        for_each_sample(|path, source, roots, tree| {
            let whole = Syntax::usual(&GRAMMARS[source.info.grammar.expect("a grammar")]).expect("the whole query");
            let (mut fast, mut usual) = (Extracted::default(), Extracted::default());
            at_roots(&mut fast, roots, source, tree);
            over_tree(&mut usual, &Source { syntax: &whole, ..*source }, tree);
            let (mut fast, usual) = (fast.into_order(source.text), usual.into_order(source.text));
            // Of several nodes that have a field through a rule of the grammar without a name of its own, the query sees the first
            // alone: the second trait in `class A extends B with C` is a mere type to it.
            for (fast, usual) in fast.references.iter_mut().zip(&usual.references) {
                fast.kind = fast.kind.max(usual.kind);
            }
            assert_eq!(format!("{fast:#?}"), format!("{usual:#?}"), "{path}");
        });
    }

    /// The walk passes nodes without a name of their own, and all that would be below them.
    #[test]
    fn nothing_is_below_a_node_without_a_name() {
        for_each_sample(|path, _, _, tree| {
            let (mut cursor, mut waiting) = (tree.walk(), vec![tree.root_node()]);
            while let Some(node) = waiting.pop() {
                assert!(node.is_named() || node.named_child_count() == 0, "{path}: {node:?}");
                waiting.extend(node.children(&mut cursor));
            }
        });
    }
}
