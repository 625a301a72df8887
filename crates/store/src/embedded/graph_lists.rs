//! What follows from the edges of a graph, gathered as they are written: where each file is used, and what leads nowhere certain.

use crate::graph::{NO_TARGET, StoredEdge};

/// Gathers the edges of files in order. Of each it keeps its target alone: the edges of a large repository do not fit into the
/// memory that people have.
#[derive(Default)]
pub(super) struct EdgeLists {
    /// How many edges each file has.
    n_edges: Vec<u32>,
    /// The files that edges lead to.
    targets: Vec<u32>,
    /// Name, file and place.
    uncertain: Vec<[u32; 3]>,
}

impl EdgeLists {
    /// Takes the edges of the next file.
    pub(super) fn take(&mut self, edges: impl Iterator<Item = StoredEdge>) {
        let file = self.n_edges.len() as u32;
        let mut n_edges = 0;
        for edge in edges {
            self.targets.push(edge.file.0);
            if edge.file == NO_TARGET {
                self.uncertain.push([edge.name, file, n_edges]);
            }
            n_edges += 1;
        }
        self.n_edges.push(n_edges);
    }

    /// The edges (file, place) that lead to each file, in order of where they stand, and the end of each file's list.
    pub(super) fn uses(&self) -> (Vec<u32>, Vec<[u32; 2]>) {
        let mut ends = vec![0u32; self.n_edges.len()];
        for target in &self.targets {
            if let Some(n_uses) = ends.get_mut(*target as usize) {
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
        let mut targets = self.targets.iter();
        for (file, n_edges) in (0u32..).zip(&self.n_edges) {
            for (place, target) in (0..*n_edges).zip(&mut targets) {
                if let Some(at) = next.get_mut(*target as usize) {
                    uses[*at as usize] = [file, place];
                    *at += 1;
                }
            }
        }
        (ends, uses)
    }

    /// Name, file and place of the edges that lead nowhere certain, in order.
    pub(super) fn into_uncertain(self) -> Vec<[u32; 3]> {
        let mut uncertain = self.uncertain;
        uncertain.sort_unstable();
        uncertain
    }
}
