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

    /// Where the list of each file's uses ends.
    pub(super) fn use_ends(&self) -> Vec<u32> {
        let mut ends = vec![0u32; self.n_edges.len()];
        for target in &self.targets {
            if let Some(n_uses) = ends.get_mut(*target as usize) {
                *n_uses += 1;
            }
        }
        let mut end = 0;
        for n_uses in &mut ends {
            end += *n_uses;
            *n_uses = end;
        }
        ends
    }

    /// The edges (file, place) that lead to each file, in order of where they stand; those of a stretch of files at a time.
    pub(super) fn uses<'a>(&'a self, ends: &'a [u32], max_rows: usize) -> impl Iterator<Item = Vec<[u32; 2]>> {
        let mut first = 0;
        std::iter::from_fn(move || {
            let start = if first == 0 { 0 } else { ends[first - 1] as usize };
            let n_files = ends.get(first..)?.partition_point(|end| *end as usize <= start + max_rows);
            // One that is used more often than that has a stretch of its own.
            let last = ends.len().min(first + n_files.max(1));
            let rows = (first < last).then(|| self.uses_of(first, &ends[first..last], start));
            first = last;
            rows
        })
    }

    /// Those of the files from `first` on, whose lists begin at `start`.
    fn uses_of(&self, first: usize, ends: &[u32], start: usize) -> Vec<[u32; 2]> {
        let n_rows = ends.last().map_or(0, |end| *end as usize - start);
        let starts = [start as u32].into_iter().chain(ends.iter().copied());
        let mut next: Vec<usize> = starts.take(ends.len()).map(|end| end as usize - start).collect();
        let mut rows = vec![[0; 2]; n_rows];
        let mut targets = self.targets.iter();
        for (file, n_edges) in (0u32..).zip(&self.n_edges) {
            for (place, target) in (0..*n_edges).zip(&mut targets) {
                if let Some(at) = (*target as usize).checked_sub(first).and_then(|place| next.get_mut(place)) {
                    rows[*at] = [file, place];
                    *at += 1;
                }
            }
        }
        rows
    }

    /// Name, file and place of the edges that lead nowhere certain, in order.
    pub(super) fn into_uncertain(self) -> Vec<[u32; 3]> {
        let mut uncertain = self.uncertain;
        uncertain.sort_unstable();
        uncertain
    }
}

#[cfg(test)]
mod tests {
    use quarry_source::{Confidence, EdgeKind};

    use super::EdgeLists;
    use crate::graph::{NO_TARGET, StoredEdge};
    use crate::record::FileId;

    fn edge(name: u32, file: FileId) -> StoredEdge {
        let (kind, confidence) = (EdgeKind::Calls, Confidence::Import);
        StoredEdge { line: 1, kind, name, file, key: 1, from: 0, confidence, n_candidates: 1 }
    }

    /// Three files: the first uses the others, the second nothing, the third itself, the first and something unknown.
    #[test]
    fn uses_are_the_same_in_stretches_of_any_length() {
        let mut lists = EdgeLists::default();
        lists.take([edge(7, FileId(1)), edge(8, FileId(2)), edge(9, FileId(1))].into_iter());
        lists.take([].into_iter());
        lists.take([edge(5, FileId(2)), edge(6, NO_TARGET), edge(4, FileId(0)), edge(3, NO_TARGET)].into_iter());
        let ends = lists.use_ends();
        assert_eq!(ends, [1, 3, 5]);
        for max_rows in 0..7 {
            let uses: Vec<[u32; 2]> = lists.uses(&ends, max_rows).flatten().collect();
            assert_eq!(uses, [[2, 2], [0, 0], [0, 2], [0, 1], [2, 0]], "{max_rows}");
        }
        assert_eq!(lists.uses(&ends, 3).map(|rows| rows.len()).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(lists.into_uncertain(), [[3, 2, 3], [6, 2, 1]]);
    }
}
