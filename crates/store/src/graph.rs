//! The code graph of one file, as numbers in fixed places: read where it lies, without unpacking.
//!
//! ```text
//! node       := content u64, decides, stem, directory (3 x u32), n definitions, n bases, n uses, n exports, n edges (5 x u32),
//!               then these lists
//! definition := name, key, shape, owner, value, symbol, kind, line (8 x u32); in order of name, then symbol
//! base       := symbol u32, name u32
//! use        := u32, a hash; ascending
//! export     := local name u32, name u32, file u32, what u32
//! edge       := file, key, name, from, line (5 x u32), kind u8, confidence u8, number of candidates u16
//! ```

use std::ops::RangeInclusive;

use quarry_source::{Confidence, EdgeKind, SymbolKind};

use crate::record::FileId;

/// In place of a symbol: the file itself.
pub const WHOLE_FILE: u32 = u32::MAX;
/// In place of a target: nothing tells which of many is meant.
pub const NO_TARGET: FileId = FileId(u32::MAX);

const HEAD_BYTES: usize = 8 + 3 * 4 + 5 * 4;
const DEFINITION_BYTES: usize = 32;
const BASE_BYTES: usize = 8;
const USE_BYTES: usize = 4;
const EXPORT_BYTES: usize = 16;
const EDGE_BYTES: usize = 24;
/// Of a row of each list of a node.
const ROW_BYTES: [usize; 5] = [DEFINITION_BYTES, BASE_BYTES, USE_BYTES, EXPORT_BYTES, EDGE_BYTES];

/// A definition as a node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefinitionNode {
    /// Hash of its name.
    pub name: u32,
    /// Place among the file's symbols.
    pub symbol: u32,
    /// What edges name it by: stays the same while the file's other definitions come and go.
    pub key: u32,
    /// Hash of what else others may resolve by: kind, owner, value, bases.
    pub shape: u32,
    /// Hash of the name it stands in or is a method of; 0 if it stands alone.
    pub owner: u32,
    /// Hash of the name of the type that it returns or has; 0 if the source does not say.
    pub value: u32,
    /// What it is.
    pub kind: SymbolKind,
    /// The line its name stands on, from 1.
    pub line: u32,
}

/// A type and the name of one that it extends or implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Base {
    /// The type's place among the file's symbols.
    pub symbol: u32,
    /// Hash of the other's name.
    pub name: u32,
}

/// What an import gives a file, and those who import that file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Export {
    /// Hash of what it is called in this file; 0 if it has no name.
    pub local: u32,
    /// What it is.
    pub what: Exported,
    /// Hash of what it is called where it is defined; 0 if that is a file.
    pub name: u32,
    /// Where it comes from; [`NO_TARGET`] if it is not in this repository.
    pub file: FileId,
}

/// What sort of thing an import gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exported {
    /// A file whose definitions are reached through the name.
    Module,
    /// One definition.
    Item,
    /// All definitions of a file, by their own names.
    Everything,
    /// The same, but only for those who import this file.
    ExportedEverything,
    /// The directory of a file, whose definitions are reached through the name.
    Package,
    /// All definitions in the directory of a file, by their own names.
    OpenPackage,
    /// All definitions in the namespace of that name, by their own names.
    Namespace,
}

impl Exported {
    /// Every one; the position is its stored number.
    pub const ALL: [Exported; 7] = [
        Exported::Module,
        Exported::Item,
        Exported::Everything,
        Exported::ExportedEverything,
        Exported::Package,
        Exported::OpenPackage,
        Exported::Namespace,
    ];
}

/// A use of something that is defined in the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredEdge {
    /// The line of the use, from 1.
    pub line: u32,
    /// What sort of use.
    pub kind: EdgeKind,
    /// Hash of the name used.
    pub name: u32,
    /// The file it leads to, or [`NO_TARGET`].
    pub file: FileId,
    /// [`DefinitionNode::key`] of what it leads to; 0 for the file as a whole.
    pub key: u32,
    /// The symbol around the use, or [`WHOLE_FILE`].
    pub from: u32,
    /// How sure that is.
    pub confidence: Confidence,
    /// How many definitions it may lead to.
    pub n_candidates: u16,
}

/// What a file uses of others. Nobody asks for it while a graph is made, so it is made last and written at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileUses {
    /// Hashes of all names and parts of paths it mentions: nothing else can change where its edges lead. Ascending.
    pub names: Vec<u32>,
    /// In order.
    pub edges: Vec<StoredEdge>,
}

/// What the graph knows of a file, but for what it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileNode {
    /// The beginning of the hash of the content it was made from.
    pub content: u64,
    /// Not 0 if the mere existence of the file decides where imports of others lead.
    pub decides: u32,
    /// Hash of its name without its last ending.
    pub stem: u32,
    /// Hash of the last part of its directory.
    pub directory: u32,
    /// In order of name, then symbol.
    pub definitions: Vec<DefinitionNode>,
    /// In order.
    pub bases: Vec<Base>,
    /// In order.
    pub exports: Vec<Export>,
}

impl FileNode {
    /// As bytes.
    pub(crate) fn encode(&self, FileUses { names, edges }: &FileUses) -> Vec<u8> {
        let lengths = [self.definitions.len(), self.bases.len(), names.len(), self.exports.len(), edges.len()];
        let n_bytes: usize = lengths.iter().zip(ROW_BYTES).map(|(length, size)| length * size).sum();
        let mut bytes = Vec::with_capacity(HEAD_BYTES + n_bytes);
        bytes.extend(self.content.to_le_bytes());
        let mut put = |numbers: &[u32]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        put(&[self.decides, self.stem, self.directory]);
        put(&lengths.map(|length| length as u32));
        for one in &self.definitions {
            put(&[one.name, one.key, one.shape, one.owner, one.value, one.symbol, one.kind as u32, one.line]);
        }
        self.bases.iter().for_each(|base| put(&[base.symbol, base.name]));
        put(names);
        self.exports.iter().for_each(|export| put(&[export.local, export.name, export.file.0, export.what as u32]));
        for edge in edges {
            let how = edge.kind as u32 | (edge.confidence as u32) << 8 | u32::from(edge.n_candidates) << 16;
            put(&[edge.file.0, edge.key, edge.name, edge.from, edge.line, how]);
        }
        bytes
    }
}

/// A file's node, read where it lies.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileNodeView<'a> {
    /// See [`FileNode::content`].
    pub content: u64,
    /// See [`FileNode::decides`].
    pub decides: u32,
    /// See [`FileNode::stem`].
    pub stem: u32,
    /// See [`FileNode::directory`].
    pub directory: u32,
    definitions: &'a [u8],
    bases: &'a [u8],
    uses: &'a [u8],
    exports: &'a [u8],
    edges: &'a [u8],
}

impl<'a> FileNodeView<'a> {
    /// Of bytes that [`FileNode::encode`] made; `None` if they are damaged.
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        let (content, rest) = bytes.split_first_chunk::<8>()?;
        let (head, mut rest) = rest.split_at_checked(HEAD_BYTES - 8)?;
        let [decides, stem, directory] = words(head);
        let mut lists = [&rest[..0]; 5];
        for (number, (list, size)) in lists.iter_mut().zip(ROW_BYTES).enumerate() {
            (*list, rest) = rest.split_at_checked((numbers(head).nth(number + 3)? as usize).checked_mul(size)?)?;
        }
        let [definitions, bases, uses, exports, edges] = lists;
        let content = u64::from_le_bytes(*content);
        rest.is_empty().then_some(FileNodeView {
            content,
            decides,
            stem,
            directory,
            definitions,
            bases,
            uses,
            exports,
            edges,
        })
    }

    /// In order of name, then symbol.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = DefinitionNode> + Clone + use<'a> {
        self.definitions.as_chunks::<DEFINITION_BYTES>().0.iter().map(read_definition)
    }

    /// One of them, by place.
    pub fn definition(&self, place: usize) -> Option<DefinitionNode> {
        self.definitions.as_chunks::<DEFINITION_BYTES>().0.get(place).map(read_definition)
    }

    /// The one of a symbol.
    pub fn definition_of(&self, symbol: u32) -> Option<DefinitionNode> {
        self.definitions().find(|one| one.symbol == symbol)
    }

    /// The definition of this file that an edge leads to; `None` for the file itself.
    pub fn target_of(&self, edge: &StoredEdge) -> Option<DefinitionNode> {
        if edge.key == 0 {
            return None;
        }
        // Most are used by the name they have; a renamed one is looked for among all.
        let rows = self.definitions.as_chunks::<DEFINITION_BYTES>().0;
        let first = rows.partition_point(|row| read_definition(row).name < edge.name);
        let same_name = rows[first..].iter().map(read_definition).take_while(|one| one.name == edge.name);
        same_name.chain(self.definitions()).find(|one| one.key == edge.key)
    }

    /// In order.
    pub fn bases(&self) -> impl Iterator<Item = Base> + use<'a> {
        self.bases.as_chunks::<BASE_BYTES>().0.iter().map(|row| {
            let [symbol, name] = words(row);
            Base { symbol, name }
        })
    }

    /// Ascending.
    pub fn uses(&self) -> impl Iterator<Item = u32> + use<'a> {
        numbers(self.uses)
    }

    /// In order.
    pub fn exports(&self) -> impl Iterator<Item = Export> + use<'a> {
        self.exports.as_chunks::<EXPORT_BYTES>().0.iter().map(|row| {
            let [local, name, file, what] = words(row);
            let what = Exported::ALL.get(what as usize).copied().unwrap_or(Exported::Module);
            Export { local, what, name, file: FileId(file) }
        })
    }

    /// How many edges there are.
    pub fn n_edges(&self) -> usize {
        self.edges.len() / EDGE_BYTES
    }

    /// One of them, by place.
    pub fn edge(&self, place: usize) -> Option<StoredEdge> {
        self.edges.as_chunks::<EDGE_BYTES>().0.get(place).map(read_edge)
    }

    /// In order.
    pub fn edges(&self) -> impl Iterator<Item = StoredEdge> + use<'a> {
        self.edges.as_chunks::<EDGE_BYTES>().0.iter().map(read_edge)
    }

    /// Those that stand on these lines, each with its place.
    pub fn edges_on(&self, lines: &RangeInclusive<u32>) -> impl Iterator<Item = (usize, StoredEdge)> + use<'a> {
        let rows = self.edges.as_chunks::<EDGE_BYTES>().0;
        let start = rows.partition_point(|row| read_edge(row).line < *lines.start());
        let n_edges = rows[start..].partition_point(|row| read_edge(row).line <= *lines.end());
        (start..).zip(&rows[start..start + n_edges]).map(|(place, row)| (place, read_edge(row)))
    }

    /// Unpacked, without what it uses.
    pub fn to_owned(&self) -> FileNode {
        FileNode {
            content: self.content,
            decides: self.decides,
            stem: self.stem,
            directory: self.directory,
            definitions: self.definitions().collect(),
            bases: self.bases().collect(),
            exports: self.exports().collect(),
        }
    }
}

fn read_definition(row: &[u8; DEFINITION_BYTES]) -> DefinitionNode {
    let [name, key, shape, owner, value, symbol, kind, line] = words(row);
    let kind = SymbolKind::ALL.get(kind as usize).copied().unwrap_or(SymbolKind::Block);
    DefinitionNode { name, symbol, key, shape, owner, value, kind, line }
}

fn read_edge(row: &[u8; EDGE_BYTES]) -> StoredEdge {
    let [file, key, name, from, line, how] = words(row);
    StoredEdge {
        line,
        kind: EdgeKind::ALL.get((how & 0xff) as usize).copied().unwrap_or(EdgeKind::References),
        name,
        file: FileId(file),
        key,
        from,
        confidence: Confidence::ALL.get((how >> 8 & 0xff) as usize).copied().unwrap_or(Confidence::Ambiguous),
        n_candidates: (how >> 16) as u16,
    }
}

fn numbers<'a>(bytes: &'a [u8]) -> impl Iterator<Item = u32> + use<'a> {
    bytes.as_chunks::<4>().0.iter().map(|number| u32::from_le_bytes(*number))
}

fn words<const N: usize>(row: &[u8]) -> [u32; N] {
    std::array::from_fn(|place| row.as_chunks::<4>().0.get(place).map_or(0, |word| u32::from_le_bytes(*word)))
}
