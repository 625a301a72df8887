//! All definitions, bases and exports of a repository, by file and by name: fresh ones, and those of an earlier graph, which are
//! unpacked when they are first asked for.

use std::sync::OnceLock;

use quarry_source::SymbolKind;
use quarry_store::{Base, DefinitionNode, Export, Exported, FileId, FileNode, GraphDraft};

/// A definition and its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) file: FileId,
    pub(crate) node: DefinitionNode,
}

/// Everything that is defined, with what resolving may ask of it.
pub(crate) struct Definitions<'a> {
    draft: &'a GraphDraft<'a>,
    /// By file number: the node, if it is fresh. Asked for at every step through headers, too often for a tree.
    nodes: Vec<Option<&'a FileNode>>,
    /// By file number.
    tables: Vec<Tables>,
    fresh: ByName,
}

/// Name, file and place of fresh definitions, in order. Names are hashes, spread evenly: those with the same first bits stand
/// in a short stretch whose place is known, where a search among all would wait for memory at every step.
struct ByName {
    rows: Vec<(u32, u32, u32)>,
    /// Where the rows of each beginning start, and the end.
    starts: Vec<u32>,
}

/// Bits of a name that are its beginning.
const BEGINNING_BITS: u32 = 16;

impl ByName {
    fn new(mut rows: Vec<(u32, u32, u32)>) -> ByName {
        rows.sort_unstable();
        let mut starts = vec![0; (1 << BEGINNING_BITS) + 1];
        for (name, ..) in &rows {
            starts[beginning(*name) + 1] += 1;
        }
        let mut n_before = 0;
        for start in &mut starts {
            n_before += *start;
            *start = n_before;
        }
        ByName { rows, starts }
    }

    fn of(&self, name: u32) -> impl Iterator<Item = (FileId, usize)> {
        let place = beginning(name);
        let near = &self.rows[self.starts[place] as usize..self.starts[place + 1] as usize];
        let first = near.partition_point(|(known, ..)| *known < name);
        let same = near[first..].iter().take_while(move |(known, ..)| *known == name);
        same.map(|(_, file, place)| (FileId(*file), *place as usize))
    }
}

fn beginning(name: u32) -> usize {
    (name >> (32 - BEGINNING_BITS)) as usize
}

/// What of a kept file was unpacked.
#[derive(Default)]
struct Tables {
    definitions: OnceLock<Vec<DefinitionNode>>,
    bases: OnceLock<Vec<Base>>,
    exports: OnceLock<Vec<Export>>,
}

impl<'a> Definitions<'a> {
    pub(crate) fn new(draft: &'a GraphDraft<'a>) -> Definitions<'a> {
        let mut fresh = Vec::with_capacity(draft.fresh.values().map(|node| node.definitions.len()).sum());
        let mut nodes = vec![None; draft.n_files];
        for (file, node) in &draft.fresh {
            if let Some(place) = nodes.get_mut(file.0 as usize) {
                *place = Some(node);
            }
            fresh.extend((0u32..).zip(&node.definitions).map(|(place, one)| (one.name, file.0, place)));
        }
        let fresh = ByName::new(fresh);
        let tables = std::iter::repeat_with(Tables::default).take(draft.n_files).collect();
        Definitions { draft, nodes, tables, fresh }
    }

    fn fresh_node(&self, file: FileId) -> Option<&'a FileNode> {
        self.nodes.get(file.0 as usize).copied().flatten()
    }

    fn of_file(&self, file: FileId) -> &[DefinitionNode] {
        if let Some(node) = self.fresh_node(file) {
            return &node.definitions;
        }
        let (Some(earlier), Some(tables)) = (self.earlier(file), self.tables.get(file.0 as usize)) else { return &[] };
        tables.definitions.get_or_init(|| earlier.node(file).definitions().collect())
    }

    fn earlier(&self, file: FileId) -> Option<&'a quarry_store::Graph> {
        self.draft.earlier.filter(|_| self.draft.is_kept(file))
    }

    /// Those of a name in a file.
    pub(crate) fn in_file(&self, file: FileId, name: u32) -> &[DefinitionNode] {
        let all = self.of_file(file);
        let start = all.partition_point(|definition| definition.name < name);
        let n_same = all[start..].partition_point(|definition| definition.name == name);
        &all[start..start + n_same]
    }

    pub(crate) fn defines(&self, file: FileId, name: u32) -> bool {
        !self.in_file(file, name).is_empty()
    }

    /// Those of a name anywhere. First kept ones, then fresh ones: callers must not depend on the order.
    pub(crate) fn unordered(&self, name: u32) -> impl Iterator<Item = Site> {
        let fresh = self.fresh.of(name).filter_map(|(file, place)| {
            let node = *self.fresh_node(file)?.definitions.get(place)?;
            Some(Site { file, node })
        });
        let kept = self.draft.earlier.into_iter().flat_map(move |earlier| earlier.defined(name));
        let kept = kept.filter(|(file, _)| self.draft.is_kept(*file)).map(|(file, node)| Site { file, node });
        kept.chain(fresh)
    }

    /// The files that define a name, in no order, some more than once.
    pub(crate) fn definers(&self, name: u32) -> impl Iterator<Item = FileId> {
        let kept = self.draft.earlier.into_iter().flat_map(move |earlier| earlier.definers(name));
        kept.filter(|file| self.draft.is_kept(*file)).chain(self.fresh.of(name).map(|(file, _)| file))
    }

    /// Whether any file defines a name.
    pub(crate) fn is_defined(&self, name: u32) -> bool {
        self.definers(name).next().is_some()
    }

    /// Those of a name anywhere, in order of files.
    pub(crate) fn named(&self, name: u32) -> Vec<Site> {
        let mut sites: Vec<Site> = self.unordered(name).collect();
        sites.sort_unstable_by_key(|site| (site.file, site.node.symbol));
        sites
    }

    /// The files that define a module or namespace of a name.
    pub(crate) fn modules_named(&self, name: u32) -> Vec<FileId> {
        let is_module = |site: &Site| site.node.kind == SymbolKind::Module;
        let mut files: Vec<FileId> = self.unordered(name).filter(is_module).map(|site| site.file).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The names of what a type of a file is derived from; blocks that add to the type count.
    pub(crate) fn bases_of(&self, file: FileId, type_name: u32) -> Vec<u32> {
        let symbols: Vec<u32> = self.in_file(file, type_name).iter().map(|definition| definition.symbol).collect();
        let derived = self.bases(file).iter().filter(|base| symbols.contains(&base.symbol) && base.name != type_name);
        derived.map(|base| base.name).collect()
    }

    fn bases(&self, file: FileId) -> &[Base] {
        if let Some(node) = self.fresh_node(file) {
            return &node.bases;
        }
        let (Some(earlier), Some(tables)) = (self.earlier(file), self.tables.get(file.0 as usize)) else { return &[] };
        tables.bases.get_or_init(|| earlier.node(file).bases().collect())
    }

    /// Whether a file passes on single definitions, by names that may be others than theirs.
    pub(crate) fn passes_on_items(&self, file: FileId) -> bool {
        self.all_exports(file).iter().any(|export| export.what == Exported::Item)
    }

    fn all_exports(&self, file: FileId) -> &[Export] {
        if let Some(node) = self.fresh_node(file) {
            return &node.exports;
        }
        let (Some(earlier), Some(tables)) = (self.earlier(file), self.tables.get(file.0 as usize)) else { return &[] };
        tables.exports.get_or_init(|| earlier.node(file).exports().collect())
    }

    /// What a file calls by a name, as far as it has it from others.
    pub(crate) fn exports(&self, file: FileId, local: u32) -> &[Export] {
        let all = self.all_exports(file);
        let start = all.partition_point(|export| export.local < local);
        let n_same = all[start..].partition_point(|export| export.local == local);
        &all[start..start + n_same]
    }
}
