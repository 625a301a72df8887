//! What one match of a query says: a definition, an import, or both.

use std::ops::Range;

use quarry_source::{Import, ImportedName, SymbolKind};
use tree_sitter::Node;

use crate::extract::trimmed;
use crate::languages::LanguageInfo;
use crate::surroundings::{self, RENAMES_MODULE, RENAMES_NAME};
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

/// Deeper in the tree wrappers are not looked for: finding a node's parent takes longer the deeper it lies.
const WRAPPED_DEPTH: usize = 500;

/// Gathers the captures of a match.
pub(crate) struct Said<'tree> {
    definition: Option<(SymbolKind, Node<'tree>)>,
    raw: RawDefinition,
    import: Option<Import>,
    import_path: Option<Range<usize>>,
}

impl<'tree> Said<'tree> {
    /// Nothing yet, of a match of the query's.
    pub(crate) fn by_query(syntax: &Syntax, pattern: usize) -> Self {
        Said::by_pattern(syntax.place(pattern), syntax.block_types.get(pattern).cloned().flatten())
    }

    /// Nothing yet, of a match of the pattern at this place, which may set a block type.
    pub(crate) fn by_pattern(pattern: usize, block_type: Option<Box<str>>) -> Self {
        let raw = RawDefinition {
            kind: SymbolKind::Block,
            range: 0..0,
            head: 0,
            names: Vec::new(),
            scope: None,
            doc: None,
            body: None,
            block_type,
            pattern,
        };
        Said { definition: None, raw, import: None, import_path: None }
    }

    /// Takes a capture. Comments and references stand for themselves and are no part of this.
    pub(crate) fn add(&mut self, role: Role, node: Node<'tree>, text: &str) {
        let range = node.byte_range();
        let raw = &mut self.raw;
        match role {
            Role::Definition(kind) => self.definition = Some((kind, node)),
            Role::Name => raw.names.push(range),
            Role::Scope => raw.scope = Some(raw.scope.as_ref().map_or(range.start, |scope| scope.start)..range.end),
            Role::Doc => raw.doc = Some(range),
            Role::Body => raw.body = Some(range.start),
            Role::Holder => raw.body = node.child_by_field_name("body").map(|body| body.start_byte()),
            Role::BlockType => raw.block_type = Some(unquoted(&text[range]).into()),
            Role::Import => self.import(node).line = line_of(node),
            Role::ImportPath => self.add_import_path(node, text),
            Role::ImportName => {
                let name = unquoted(&text[range.clone()]);
                let renamed = surroundings::renamed(text, range.end, RENAMES_NAME);
                self.add_taken(node, name, if renamed.is_empty() { name } else { renamed });
            }
            Role::ImportAlias => self.import(node).alias = text[range].into(),
            Role::ImportDefault => self.add_taken(node, "default", &text[range]),
            Role::ImportAsDefault => self.add_taken(node, &text[range], "default"),
            Role::Leading | Role::Reference(_) | Role::Unused => {}
        }
    }

    fn import(&mut self, node: Node<'_>) -> &mut Import {
        let new = || Import { path: "".into(), alias: "".into(), names: Vec::new(), line: line_of(node) };
        self.import.get_or_insert_with(new)
    }

    fn add_taken(&mut self, node: Node<'_>, name: &str, local: &str) {
        self.import(node).names.push(ImportedName { name: name.into(), local: local.into() });
    }

    /// Several captures are one path, from the first to the last.
    fn add_import_path(&mut self, node: Node<'_>, text: &str) {
        let start = self.import_path.as_ref().map_or(node.start_byte(), |path| path.start);
        let path = start..node.end_byte();
        let alias = surroundings::renamed(text, path.end, RENAMES_MODULE);
        let import = self.import(node);
        import.path = one_line(unquoted(&text[path.clone()]));
        if !alias.is_empty() {
            import.alias = alias.into();
        }
        self.import_path = Some(path);
    }

    /// The definition and the import, as far as they are whole, of a match so deep in the tree.
    pub(crate) fn whole(
        self,
        info: &LanguageInfo,
        text: &str,
        depth: usize,
    ) -> (Option<RawDefinition>, Option<Import>) {
        let Said { definition, mut raw, import, .. } = self;
        let import = import.filter(|import| !import.path.is_empty());
        let Some((kind, node)) = definition.filter(|_| !raw.names.is_empty()) else { return (None, import) };
        raw.kind = kind;
        raw.head = node.start_byte();
        if let Some(doc) = raw.doc.as_ref().filter(|doc| doc.start == raw.head) {
            raw.head = doc.end;
        }
        raw.body = raw.body.or_else(|| node.child_by_field_name("body").map(|body| body.start_byte()));
        let outer = if depth < WRAPPED_DEPTH { with_wrappers(node, info) } else { node };
        raw.range = trimmed(text, outer.byte_range());
        // After a syntax error a name can be missing or stand outside of what it names.
        let name = &raw.names[0];
        let stands_inside = !name.is_empty() && raw.range.start <= name.start && name.end <= raw.range.end;
        (stands_inside.then_some(raw), import)
    }
}

fn line_of(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
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
