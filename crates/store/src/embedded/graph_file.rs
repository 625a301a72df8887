//! The code graph of a generation, in one file that is mapped into memory.
//!
//! ```text
//! file := magic, number of files n, of uncertain, of defined (3 x u32), end of each node (n x u32),
//!         end of each list of uses (n x u32), nodes, uses (file, edge), uncertain (name, file, edge), defined (name, file, place)
//! ```
//!
//! By file number. The uses of a file are the edges that lead to it; uncertain are the edges that lead nowhere certain, defined all
//! definitions, both in order of their names. They follow from the nodes, so a graph depends on its nodes alone.

use std::io::{BufWriter, Cursor, Write};
use std::path::Path;

use fs_err as fs;
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

use super::graph_draft::{GraphDraft, UsesOf};
use crate::error::ReadError;
use crate::graph::{DefinitionNode, FileNodeView, StoredEdge};
use crate::record::FileId;

/// Beginning of the names of these files.
const GRAPH_PREFIX: &str = "graph-";
/// Before it, while one is written.
const UNFINISHED_PREFIX: &str = "unfinished-";

pub(super) const MAGIC: &[u8; 4] = b"QGR3";
/// Magic and three counts.
const HEAD_BYTES: usize = 16;
const USE_BYTES: usize = 8;
/// A row of the lists by name.
const NAMED_BYTES: usize = 12;

fn graph_name(generation: u64) -> String {
    format!("{GRAPH_PREFIX}{generation}")
}

/// The code graph of one generation, open for reading.
pub struct Graph {
    bytes: OwnedBytes,
    n_files: usize,
    nodes: usize,
    uses: usize,
    uncertain: usize,
    defined: usize,
}

/// An edge and the file it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EdgeSite {
    /// The file of the use.
    pub file: FileId,
    /// The use.
    pub edge: StoredEdge,
}

impl Graph {
    /// Opens the graph of a generation. `Ok(None)` if it was not made yet.
    pub(super) fn open(dir: &Path, generation: u64) -> Result<Option<Self>, String> {
        let name = graph_name(generation);
        if !dir.join(&name).is_file() {
            return Ok(None);
        }
        let directory = MmapDirectory::open(dir).map_err(|error| error.to_string())?;
        let file = directory.open_read(Path::new(&name)).map_err(|error| error.to_string())?;
        let bytes = file.read_bytes().map_err(|error| error.to_string())?;
        Graph::new(bytes).map(Some).ok_or_else(|| format!("{name} is not whole"))
    }

    /// The newest that is older than a generation.
    pub(super) fn newest(dir: &Path, before: u64) -> Option<Self> {
        let generations =
            names(dir).into_iter().filter_map(|name| name.strip_prefix(GRAPH_PREFIX)?.parse::<u64>().ok());
        let generation = generations.filter(|generation| *generation < before).max()?;
        Graph::open(dir, generation).ok().flatten()
    }

    /// Of a draft, in memory.
    pub fn of_draft(draft: &GraphDraft<'_>, uses_of: UsesOf<'_>) -> Result<Self, ReadError> {
        let mut bytes = Cursor::new(Vec::new());
        draft.write(&mut bytes, uses_of).map_err(|error| ReadError::new("graph", error))?;
        Graph::new(OwnedBytes::new(bytes.into_inner())).ok_or_else(|| ReadError::new("graph", "it is not whole"))
    }

    fn new(bytes: OwnedBytes) -> Option<Self> {
        let head = bytes.strip_prefix(MAGIC)?;
        let count = |place: usize| Some(u32::from_le_bytes(*head.as_chunks::<4>().0.get(place)?) as usize);
        let (n_files, n_uncertain, n_defined) = (count(0)?, count(1)?, count(2)?);
        let nodes = HEAD_BYTES.checked_add(n_files.checked_mul(8)?)?;
        let mut graph = Graph { bytes, n_files, nodes, uses: 0, uncertain: 0, defined: 0 };
        graph.uses = nodes.checked_add(graph.end(0, n_files)?)?;
        graph.uncertain = graph.uses.checked_add(graph.end(1, n_files)?.checked_mul(USE_BYTES)?)?;
        graph.defined = graph.uncertain.checked_add(n_uncertain.checked_mul(NAMED_BYTES)?)?;
        (graph.bytes.len() == graph.defined.checked_add(n_defined.checked_mul(NAMED_BYTES)?)?).then_some(graph)
    }

    /// Where the list before `place` ends, in a table.
    fn end(&self, table: usize, place: usize) -> Option<usize> {
        let Some(before) = place.checked_sub(1) else { return Some(0) };
        let at = HEAD_BYTES + 4 * (table * self.n_files + before);
        self.bytes.get(at..)?.first_chunk::<4>().map(|end| u32::from_le_bytes(*end) as usize)
    }

    /// How many file numbers it covers.
    pub fn n_files(&self) -> usize {
        self.n_files
    }

    /// What is known of a file; nothing for one that is not here.
    pub fn node(&self, file: FileId) -> FileNodeView<'_> {
        FileNodeView::new(self.node_bytes(file)).unwrap_or_default()
    }

    pub(super) fn node_bytes(&self, file: FileId) -> &[u8] {
        let place = file.0 as usize;
        let range = || Some(self.nodes + self.end(0, place)?..self.nodes + self.end(0, place + 1)?);
        let bytes = range().filter(|_| place < self.n_files).and_then(|range| self.bytes.get(range));
        bytes.unwrap_or_default()
    }

    /// All edges that lead to a file, in order of where they stand.
    pub fn uses(&self, file: FileId) -> impl Iterator<Item = EdgeSite> {
        self.sites(self.use_rows(file))
    }

    /// Where other files use a file: the file, and the place of the edge there. In order.
    pub fn uses_by_others(&self, file: FileId) -> impl Iterator<Item = (FileId, usize)> {
        let rows = self.use_rows(file).iter().map(|row| numbers::<2>(row));
        rows.filter(move |[user, _]| *user != file.0).map(|[user, edge]| (FileId(user), edge as usize))
    }

    fn use_rows(&self, file: FileId) -> &[[u8; USE_BYTES]] {
        let place = file.0 as usize;
        let range = || {
            let (start, end) = (self.end(1, place)?, self.end(1, place + 1)?);
            self.bytes.get(self.uses + start * USE_BYTES..self.uses + end * USE_BYTES)
        };
        let rows = if place < self.n_files { range().unwrap_or_default() } else { &[] };
        rows.as_chunks::<USE_BYTES>().0
    }

    /// The edges of rows. Those of one file stand together, so its node is found once.
    fn sites<'a>(&'a self, rows: &'a [[u8; USE_BYTES]]) -> impl Iterator<Item = EdgeSite> {
        rows.chunk_by(|a, b| a[..4] == b[..4]).flat_map(|rows| {
            let file = FileId(numbers::<2>(&rows[0])[0]);
            let node = self.node(file);
            let site =
                move |row: &[u8; USE_BYTES]| Some(EdgeSite { file, edge: node.edge(numbers::<2>(row)[1] as usize)? });
            rows.iter().filter_map(site)
        })
    }

    /// The edges of a name that lead nowhere certain, in order of where they stand.
    pub fn uncertain(&self, name: u32) -> impl Iterator<Item = EdgeSite> {
        rows_of(self.bytes.get(self.uncertain..self.defined).unwrap_or_default(), name)
            .filter_map(|(file, edge)| Some(EdgeSite { file, edge: self.node(file).edge(edge)? }))
    }

    /// The definitions of a name, in order of files and places.
    pub fn defined(&self, name: u32) -> impl Iterator<Item = (FileId, DefinitionNode)> {
        self.defined_rows(name).filter_map(|(file, place)| Some((file, self.node(file).definition(place)?)))
    }

    /// The files that define a name, in order, one that does so twice twice.
    pub fn definers(&self, name: u32) -> impl Iterator<Item = FileId> {
        self.defined_rows(name).map(|(file, _)| file)
    }

    fn defined_rows(&self, name: u32) -> impl Iterator<Item = (FileId, usize)> {
        rows_of(self.bytes.get(self.defined..).unwrap_or_default(), name)
    }

    /// Name, file and place of all definitions, in order of names.
    pub(super) fn all_defined(&self) -> impl Iterator<Item = [u32; 3]> {
        self.bytes.get(self.defined..).unwrap_or_default().as_chunks::<NAMED_BYTES>().0.iter().map(|row| numbers(row))
    }
}

/// The rows of a name in a list by name.
fn rows_of(bytes: &[u8], name: u32) -> impl Iterator<Item = (FileId, usize)> {
    let rows = bytes.as_chunks::<NAMED_BYTES>().0;
    let first = rows.partition_point(|row| numbers::<3>(row)[0] < name);
    let same = rows[first..].iter().map(|row| numbers::<3>(row)).take_while(move |row| row[0] == name);
    same.map(|[_, file, place]| (FileId(file), place as usize))
}

fn numbers<const N: usize>(row: &[u8]) -> [u32; N] {
    std::array::from_fn(|place| row.as_chunks::<4>().0.get(place).map_or(0, |number| u32::from_le_bytes(*number)))
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Writes a generation's graph beside it, whole or not at all, and removes those before. Two processes that do so at once write
/// the same bytes.
pub(super) fn write(dir: &Path, generation: u64, draft: &GraphDraft<'_>, uses_of: UsesOf<'_>) -> std::io::Result<()> {
    let unfinished = dir.join(format!("{UNFINISHED_PREFIX}{}-{}", graph_name(generation), std::process::id()));
    let write_out = || {
        let mut out = BufWriter::new(fs::File::create(&unfinished)?);
        draft.write(&mut out, uses_of)?;
        out.flush()?;
        fs::rename(&unfinished, dir.join(graph_name(generation)))
    };
    let written = write_out();
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    for old in names(dir).into_iter().filter(|name| is_older(name, generation)) {
        // What cannot be removed now is removed by the next.
        let _ = fs::remove_file(dir.join(old));
    }
    written
}

/// Whether a file is a graph of an earlier generation, or what a process that ended in the middle left of one.
fn is_older(name: &str, generation: u64) -> bool {
    let graph = name.strip_prefix(UNFINISHED_PREFIX).unwrap_or(name);
    let number = graph.strip_prefix(GRAPH_PREFIX).map(|rest| rest.split('-').next().unwrap_or(rest));
    number.and_then(|number| number.parse::<u64>().ok()).is_some_and(|number| number < generation)
}
