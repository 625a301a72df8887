//! A new graph, as far as it differs from an earlier one, and its bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::graph_file::{Graph, MAGIC};
use crate::graph::{FileNode, FileNodeView, NO_TARGET, StoredEdge};
use crate::record::FileId;

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

    /// Writes it out, a node after the other: a second copy of all of them would double the memory that linking takes. See
    /// `graph_file` for what the bytes mean.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let nodes: Vec<Node<'_>> = (0..self.n_files as u32).map(|file| self.node(FileId(file))).collect();
        let (ends, uses) = uses(&nodes);
        let uncertain = uncertain(&nodes);
        let defined = self.defined();
        out.write_all(MAGIC)?;
        put(out, &[self.n_files as u32, uncertain.len() as u32, defined.len() as u32])?;
        let mut end = 0u32;
        for node in &nodes {
            let too_large = || io::Error::other("the code graph has more than 4 GiB");
            end = u32::try_from(node.n_bytes()).ok().and_then(|n| end.checked_add(n)).ok_or_else(too_large)?;
            put(out, &[end])?;
        }
        put(out, &ends)?;
        for node in &nodes {
            match node {
                Node::Fresh(node) => out.write_all(&node.encode())?,
                Node::Kept(bytes, _) => out.write_all(bytes)?,
            }
        }
        uses.iter().try_for_each(|row| put(out, row))?;
        uncertain.iter().chain(&defined).try_for_each(|row| put(out, row))
    }

    fn node(&self, file: FileId) -> Node<'_> {
        match (self.fresh.get(&file), self.earlier) {
            (Some(node), _) => Node::Fresh(node),
            (None, Some(earlier)) if self.is_kept(file) => Node::Kept(earlier.node_bytes(file), earlier.node(file)),
            _ => Node::Kept(&[], FileNodeView::default()),
        }
    }

    /// Name, file and place of every definition, in order: the earlier list without what is not kept, and the fresh ones.
    fn defined(&self) -> Vec<[u32; 3]> {
        let mut fresh: Vec<[u32; 3]> = Vec::new();
        for (file, node) in &self.fresh {
            fresh.extend((0u32..).zip(&node.definitions).map(|(place, one)| [one.name, file.0, place]));
        }
        fresh.sort_unstable();
        let kept = self.earlier.into_iter().flat_map(Graph::all_defined).filter(|row| self.is_kept(FileId(row[1])));
        let mut kept = kept.peekable();
        let mut fresh = fresh.into_iter().peekable();
        let merged = std::iter::from_fn(|| match (kept.peek(), fresh.peek()) {
            (Some(one), Some(other)) if one < other => kept.next(),
            (Some(_), None) => kept.next(),
            _ => fresh.next(),
        });
        merged.collect()
    }
}

/// A node of the new graph.
enum Node<'a> {
    Fresh(&'a FileNode),
    /// As it was, and the same to read.
    Kept(&'a [u8], FileNodeView<'a>),
}

impl Node<'_> {
    fn n_bytes(&self) -> usize {
        match self {
            Node::Fresh(node) => node.n_bytes(),
            Node::Kept(bytes, _) => bytes.len(),
        }
    }

    fn for_each_edge(&self, show: impl FnMut(StoredEdge)) {
        match self {
            Node::Fresh(node) => node.edges.iter().copied().for_each(show),
            Node::Kept(_, view) => view.edges().for_each(show),
        }
    }
}

/// The edges that lead to each file, in order of where they stand: the end of each file's list, and the lists.
fn uses(nodes: &[Node<'_>]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut ends = vec![0u32; nodes.len()];
    for node in nodes {
        node.for_each_edge(|edge| {
            if let Some(n_uses) = ends.get_mut(edge.file.0 as usize) {
                *n_uses += 1;
            }
        });
    }
    let mut end = 0;
    let mut next: Vec<u32> = Vec::with_capacity(ends.len());
    for n_uses in &mut ends {
        next.push(end);
        end += *n_uses;
        *n_uses = end;
    }
    let mut uses = vec![[0; 2]; end as usize];
    for (file, node) in (0u32..).zip(nodes) {
        let mut place = 0;
        node.for_each_edge(|edge| {
            if let Some(at) = next.get_mut(edge.file.0 as usize) {
                uses[*at as usize] = [file, place];
                *at += 1;
            }
            place += 1;
        });
    }
    (ends, uses)
}

/// Name, file and place of the edges that lead nowhere certain, in order.
fn uncertain(nodes: &[Node<'_>]) -> Vec<[u32; 3]> {
    let mut rows = Vec::new();
    for (file, node) in (0u32..).zip(nodes) {
        let mut place = 0;
        node.for_each_edge(|edge| {
            if edge.file == NO_TARGET {
                rows.push([edge.name, file, place]);
            }
            place += 1;
        });
    }
    rows.sort_unstable();
    rows
}

fn put(out: &mut impl Write, numbers: &[u32]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}
