//! A new graph, as far as it differs from an earlier one, and its bytes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Seek, SeekFrom, Write};

use super::graph_file::{Graph, MAGIC};
use super::graph_lists::EdgeLists;
use crate::error::ReadError;
use crate::graph::{FileNode, FileUses};
use crate::record::FileId;

/// Makes what some fresh files use, one by one.
pub type UsesOf<'a> = &'a dyn Fn(&[FileId]) -> Result<Vec<FileUses>, ReadError>;

/// Files whose uses are held at once: enough for several threads to share.
const BATCH_FILES: usize = 1024;
/// Rows of the lists of uses that are held at once.
const STRETCH_ROWS: usize = 2 << 20;

/// The nodes of a new graph: fresh ones, and those taken over from an earlier graph.
#[derive(Default)]
pub struct GraphDraft<'a> {
    /// What nodes are taken over from.
    pub earlier: Option<&'a Graph>,
    /// Nodes that are new or other than before.
    pub fresh: BTreeMap<FileId, FileNode>,
    /// Files of the earlier graph that are not taken over.
    pub gone: BTreeSet<FileId>,
    /// How many file numbers there are.
    pub n_files: usize,
}

impl GraphDraft<'_> {
    /// Whether the node of a file is that of the earlier graph.
    pub fn is_kept(&self, file: FileId) -> bool {
        !self.fresh.contains_key(&file) && !self.gone.contains(&file)
    }

    /// Writes it out, a node after the other. What fresh nodes use is made as they are written: held for all of a large
    /// repository at once it would take more memory than the rest of indexing. See `graph_file` for what the bytes mean.
    pub(super) fn write(&self, out: &mut (impl Write + Seek), uses_of: UsesOf<'_>) -> io::Result<()> {
        let head_bytes = MAGIC.len() + 4 * (3 + 2 * self.n_files);
        out.seek(SeekFrom::Start(head_bytes as u64))?;
        let (node_ends, lists) = self.write_nodes(out, uses_of)?;
        let use_ends = lists.use_ends();
        for rows in lists.uses(&use_ends, STRETCH_ROWS) {
            rows.iter().try_for_each(|row| put(out, row))?;
        }
        let n_uncertain = put_all(out, lists.into_uncertain().into_iter())?;
        let n_defined = put_all(out, self.defined())?;
        out.seek(SeekFrom::Start(0))?;
        out.write_all(MAGIC)?;
        put(out, &[self.n_files as u32, n_uncertain, n_defined])?;
        put(out, &node_ends)?;
        put(out, &use_ends)
    }

    /// The nodes, by file number; where each ends, and what follows from their edges.
    fn write_nodes(&self, out: &mut impl Write, uses_of: UsesOf<'_>) -> io::Result<(Vec<u32>, EdgeLists)> {
        let (mut ends, mut lists) = (Vec::with_capacity(self.n_files), EdgeLists::default());
        let all: Vec<FileId> = (0..self.n_files as u32).map(FileId).collect();
        let mut end = 0u32;
        for batch in all.chunks(BATCH_FILES) {
            let fresh: Vec<FileId> = batch.iter().copied().filter(|file| self.fresh.contains_key(file)).collect();
            let mut made = uses_of(&fresh).map_err(io::Error::other)?.into_iter();
            for file in batch {
                let bytes = match self.fresh.get(file) {
                    Some(node) => {
                        let uses = made.next().unwrap_or_default();
                        let bytes = node.encode(&uses);
                        lists.take(uses.edges.into_iter());
                        Cow::Owned(bytes)
                    }
                    None => {
                        let kept = self.earlier.filter(|_| self.is_kept(*file));
                        lists.take(kept.map(|earlier| earlier.node(*file)).unwrap_or_default().edges());
                        Cow::Borrowed(kept.map_or(&[][..], |earlier| earlier.node_bytes(*file)))
                    }
                };
                out.write_all(&bytes)?;
                let too_large = || io::Error::other("the code graph has more than 4 GiB");
                end = u32::try_from(bytes.len()).ok().and_then(|n| end.checked_add(n)).ok_or_else(too_large)?;
                ends.push(end);
            }
        }
        Ok((ends, lists))
    }

    /// Name, file and place of every definition, in order: the earlier list without what is not kept, and the fresh ones.
    fn defined(&self) -> impl Iterator<Item = [u32; 3]> {
        let n_fresh = self.fresh.values().map(|node| node.definitions.len()).sum();
        let mut fresh: Vec<[u32; 3]> = Vec::with_capacity(n_fresh);
        for (file, node) in &self.fresh {
            fresh.extend((0u32..).zip(&node.definitions).map(|(place, one)| [one.name, file.0, place]));
        }
        fresh.sort_unstable();
        let kept = self.earlier.into_iter().flat_map(Graph::all_defined).filter(|row| self.is_kept(FileId(row[1])));
        let mut kept = kept.peekable();
        let mut fresh = fresh.into_iter().peekable();
        std::iter::from_fn(move || match (kept.peek(), fresh.peek()) {
            (Some(one), Some(other)) if one < other => kept.next(),
            (Some(_), None) => kept.next(),
            _ => fresh.next(),
        })
    }
}

fn put(out: &mut impl Write, numbers: &[u32]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

/// Writes rows, and says how many they are.
fn put_all(out: &mut impl Write, rows: impl Iterator<Item = [u32; 3]>) -> io::Result<u32> {
    let mut n_rows = 0;
    for row in rows {
        put(out, &row)?;
        n_rows += 1;
    }
    Ok(n_rows)
}
