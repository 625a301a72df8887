//! A new graph, as far as it differs from an earlier one, and its bytes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::graph_file::{Graph, MAGIC};
use crate::graph::{FileNode, FileNodeView, NO_TARGET};
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

    fn node_bytes(&self, file: FileId) -> Cow<'_, [u8]> {
        match (self.fresh.get(&file), self.earlier) {
            (Some(node), _) => Cow::Owned(node.encode()),
            (None, Some(earlier)) if self.is_kept(file) => Cow::Borrowed(earlier.node_bytes(file)),
            _ => Cow::Borrowed(&[]),
        }
    }

    /// See `graph_file` for what they mean.
    pub(super) fn encode(&self) -> Vec<u8> {
        let nodes: Vec<Cow<'_, [u8]>> = (0..self.n_files as u32).map(|file| self.node_bytes(FileId(file))).collect();
        let views: Vec<FileNodeView<'_>> =
            nodes.iter().map(|bytes| FileNodeView::new(bytes).unwrap_or_default()).collect();
        let (ends, uses) = uses(&views);
        let uncertain = uncertain(&views);
        let defined = self.defined();
        let n_bytes = nodes.iter().map(|node| node.len()).sum::<usize>() + 8 * (self.n_files + uses.len());
        let mut bytes = Vec::with_capacity(n_bytes + 12 * (uncertain.len() + defined.len()) + 16);
        bytes.extend(MAGIC);
        put(&mut bytes, &[self.n_files as u32, uncertain.len() as u32, defined.len() as u32]);
        let mut end = 0;
        for node in &nodes {
            end += node.len() as u32;
            put(&mut bytes, &[end]);
        }
        put(&mut bytes, &ends);
        nodes.iter().for_each(|node| bytes.extend_from_slice(node));
        uses.iter().for_each(|row| put(&mut bytes, row));
        uncertain.iter().chain(&defined).for_each(|row| put(&mut bytes, row));
        bytes
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

/// The edges that lead to each file, in order of where they stand: the end of each file's list, and the lists.
fn uses(views: &[FileNodeView<'_>]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let mut ends = vec![0u32; views.len()];
    for target in views.iter().flat_map(FileNodeView::edges).map(|edge| edge.file.0 as usize) {
        if let Some(n_uses) = ends.get_mut(target) {
            *n_uses += 1;
        }
    }
    let mut end = 0;
    let mut next: Vec<u32> = Vec::with_capacity(ends.len());
    for n_uses in &mut ends {
        next.push(end);
        end += *n_uses;
        *n_uses = end;
    }
    let mut uses = vec![[0; 2]; end as usize];
    for (file, view) in (0u32..).zip(views) {
        for (place, edge) in (0u32..).zip(view.edges()) {
            if let Some(at) = next.get_mut(edge.file.0 as usize) {
                uses[*at as usize] = [file, place];
                *at += 1;
            }
        }
    }
    (ends, uses)
}

/// Name, file and place of the edges that lead nowhere certain, in order.
fn uncertain(views: &[FileNodeView<'_>]) -> Vec<[u32; 3]> {
    let mut rows = Vec::new();
    for (file, view) in (0u32..).zip(views) {
        let nowhere = (0u32..).zip(view.edges()).filter(|(_, edge)| edge.file == NO_TARGET);
        rows.extend(nowhere.map(|(place, edge)| [edge.name, file, place]));
    }
    rows.sort_unstable();
    rows
}

fn put(bytes: &mut Vec<u8>, numbers: &[u32]) {
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}
