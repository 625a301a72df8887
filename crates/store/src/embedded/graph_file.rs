//! The code graph of a generation, in one file that is mapped into memory.
//!
//! ```text
//! file := magic, count n (u32), end of each node (n x u32), end of each list of uses (n x u32),
//!         number of named (u32), nodes, uses (file u32, edge u32), named (name u32, file u32, edge u32)
//! ```
//!
//! By file number. The uses of a file are the edges of others, and its own, that lead to it; named are the edges that lead nowhere
//! certain, in order of their names. Both are made anew with every graph, so a graph depends on its nodes alone.

use std::path::Path;

use fs_err as fs;
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

use crate::error::ReadError;
use crate::graph::{FileNode, FileNodeView, NO_TARGET, StoredEdge};
use crate::record::FileId;

/// Beginning of the names of these files.
pub(super) const GRAPH_PREFIX: &str = "graph-";

const MAGIC: &[u8; 4] = b"QGR1";
const USE_BYTES: usize = 8;
const NAMED_BYTES: usize = 12;

pub(super) fn graph_name(generation: u64) -> String {
    format!("{GRAPH_PREFIX}{generation}")
}

/// The code graph of one generation, open for reading.
pub struct Graph {
    bytes: OwnedBytes,
    n_files: usize,
    n_named: usize,
    nodes: usize,
    uses: usize,
    named: usize,
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
        let generation = generations(dir).into_iter().filter(|generation| *generation < before).max()?;
        Graph::open(dir, generation).ok().flatten()
    }

    /// Of nodes by file number, in memory.
    pub fn of_nodes(nodes: &[FileNode]) -> Result<Self, ReadError> {
        Graph::new(OwnedBytes::new(encode(nodes))).ok_or_else(|| ReadError::new("graph", "it has more than 4 GiB"))
    }

    fn new(bytes: OwnedBytes) -> Option<Self> {
        let head = bytes.strip_prefix(MAGIC)?;
        let n_files = u32::from_le_bytes(*head.first_chunk::<4>()?) as usize;
        let tables = MAGIC.len() + 4;
        let after = tables.checked_add(n_files.checked_mul(8)?)?;
        let n_named = u32::from_le_bytes(*bytes.get(after..)?.first_chunk::<4>()?) as usize;
        let nodes = after + 4;
        let mut graph = Graph { bytes, n_files, n_named, nodes, uses: 0, named: 0 };
        graph.uses = nodes + graph.end(0, n_files)?;
        graph.named = graph.uses + graph.end(1, n_files)? * USE_BYTES;
        (graph.bytes.len() == graph.named + n_named * NAMED_BYTES).then_some(graph)
    }

    /// Where the list before `place` ends, in a table.
    fn end(&self, table: usize, place: usize) -> Option<usize> {
        let Some(before) = place.checked_sub(1) else { return Some(0) };
        let at = MAGIC.len() + 4 + 4 * (table * self.n_files + before);
        self.bytes.get(at..)?.first_chunk::<4>().map(|end| u32::from_le_bytes(*end) as usize)
    }

    /// How many file numbers it covers.
    pub fn n_files(&self) -> usize {
        self.n_files
    }

    /// What is known of a file; nothing for one that is not here.
    pub fn node(&self, file: FileId) -> FileNodeView<'_> {
        let place = file.0 as usize;
        let view = || {
            let range = self.nodes + self.end(0, place)?..self.nodes + self.end(0, place + 1)?;
            FileNodeView::new(self.bytes.get(range)?)
        };
        if place < self.n_files { view().unwrap_or_default() } else { FileNodeView::default() }
    }

    /// All edges that lead to a file, in order of where they stand.
    pub fn uses(&self, file: FileId) -> impl Iterator<Item = EdgeSite> {
        let place = file.0 as usize;
        let range = || {
            let (start, end) = (self.end(1, place)?, self.end(1, place + 1)?);
            self.bytes.get(self.uses + start * USE_BYTES..self.uses + end * USE_BYTES)
        };
        let rows = if place < self.n_files { range().unwrap_or_default() } else { &[] };
        rows.as_chunks::<USE_BYTES>().0.iter().filter_map(|row| {
            let [file, edge] = [0, 4].map(|at| u32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]));
            Some(EdgeSite { file: FileId(file), edge: self.node(FileId(file)).edge(edge as usize)? })
        })
    }

    /// The edges of a name that lead nowhere certain, in order of where they stand.
    pub fn uncertain(&self, name: u32) -> impl Iterator<Item = EdgeSite> {
        let rows = self.bytes.get(self.named..).unwrap_or_default().as_chunks::<NAMED_BYTES>().0;
        debug_assert_eq!(rows.len(), self.n_named);
        let number =
            |row: &[u8; NAMED_BYTES], at: usize| u32::from_le_bytes([row[at], row[at + 1], row[at + 2], row[at + 3]]);
        let first = rows.partition_point(|row| number(row, 0) < name);
        rows[first..].iter().take_while(move |row| number(row, 0) == name).filter_map(move |row| {
            let file = FileId(number(row, 4));
            Some(EdgeSite { file, edge: self.node(file).edge(number(row, 8) as usize)? })
        })
    }
}

/// The generations that have a graph.
fn generations(dir: &Path) -> Vec<u64> {
    let names = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter_map(|name| name.to_string_lossy().strip_prefix(GRAPH_PREFIX)?.parse().ok()).collect()
}

/// Writes a generation's graph beside it, whole or not at all, and removes those before. Two processes that do so at once write
/// the same bytes.
pub(super) fn write(dir: &Path, generation: u64, nodes: &[FileNode]) -> std::io::Result<()> {
    let unfinished = dir.join(format!("unfinished-{}-{}", graph_name(generation), std::process::id()));
    let written =
        fs::write(&unfinished, encode(nodes)).and_then(|()| fs::rename(&unfinished, dir.join(graph_name(generation))));
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    for old in generations(dir).into_iter().filter(|old| *old < generation) {
        // What cannot be removed now is removed by the next.
        let _ = fs::remove_file(dir.join(graph_name(old)));
    }
    written
}

/// The file of these nodes; a file's number is its place.
pub(super) fn encode(nodes: &[FileNode]) -> Vec<u8> {
    let encoded: Vec<Vec<u8>> = nodes.iter().map(FileNode::encode).collect();
    let mut uses: Vec<Vec<[u32; 2]>> = vec![Vec::new(); nodes.len()];
    let mut named: Vec<[u32; 3]> = Vec::new();
    for (file, node) in (0u32..).zip(nodes) {
        for (place, edge) in (0u32..).zip(&node.edges) {
            if edge.file == NO_TARGET {
                named.push([edge.name, file, place]);
            } else if let Some(list) = uses.get_mut(edge.file.0 as usize) {
                list.push([file, place]);
            }
        }
    }
    named.sort_unstable();
    let mut bytes = MAGIC.to_vec();
    let mut put = |numbers: &[u32]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    put(&[nodes.len() as u32]);
    let mut end = 0;
    for node in &encoded {
        end += node.len() as u32;
        put(&[end]);
    }
    let mut end = 0;
    for list in &uses {
        end += list.len() as u32;
        put(&[end]);
    }
    put(&[named.len() as u32]);
    encoded.iter().for_each(|node| bytes.extend(node));
    let mut put = |numbers: &[u32]| numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    uses.iter().flatten().for_each(|row| put(row));
    named.iter().for_each(|row| put(row));
    bytes
}
