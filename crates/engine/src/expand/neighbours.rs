//! The files that a file uses and is used by, and how strongly. Summed up when first asked for and kept as long as the generation
//! is open: every answer walks along them, and edges are many.

use std::collections::BTreeSet;

use quarry_source::{Confidence, EdgeKind};
use quarry_store::{FileId, Graph, NumberMap, Snapshot, StoredEdge};

use crate::by_file::ByFile;
use crate::graph::{Direction, UseTally};

/// Uses of one file by others that are summed up: time stays bounded where one is used everywhere.
const MAX_USES: usize = 20_000;
/// What a use counts that goes by a name alone: one in ten, as it is often something else of that name.
const UNSURE: f64 = 0.1;

/// A file beside another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub(super) file: FileId,
    /// Seen from the other.
    pub(super) direction: Direction,
    /// What all edges between the two weigh together.
    pub(super) weight: f64,
    pub(super) uses: UseTally,
    /// The heaviest of them: its place among the edges of the file that uses, and what it weighs.
    pub(super) strongest: usize,
    pub(super) strongest_weight: f64,
}

/// A use of a file by another. Kept small: of a file that is used everywhere there are thousands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// Of what is used.
    pub(super) key: u32,
    /// The user's place among all paths.
    rank: u32,
    /// The edge's place there, and what it counts.
    place: u32,
    pub(super) user: FileId,
    pub(super) weight: f64,
}

impl Use {
    fn of(snapshot: &Snapshot, user: FileId, place: usize, edge: &StoredEdge) -> Use {
        Use { key: edge.key, rank: snapshot.path_rank(user), place: place as u32, user, weight: weight(edge) }
    }

    pub(super) fn place(&self) -> usize {
        self.place as usize
    }
}

/// What was summed up so far.
#[derive(Default)]
pub(crate) struct Neighbourhoods {
    neighbours: ByFile<Box<[Neighbour]>>,
    uses: ByFile<Box<[Use]>>,
}

impl Neighbourhoods {
    /// The neighbours of a file, the strongest first, and the uses of what these keys name in it, in their order.
    ///
    /// All uses of a file are put in order only when it is asked about again: a process that answers one question needs but a few of
    /// thousands, and passes by them anyway.
    pub(super) fn around(
        &self,
        graph: &Graph,
        snapshot: &Snapshot,
        file: FileId,
        keys: &BTreeSet<u32>,
    ) -> (&[Neighbour], Vec<Use>) {
        let mut passed = None;
        let neighbours = self.neighbours.get(snapshot, file, || {
            let mut uses = Vec::new();
            let neighbours = neighbours(graph, snapshot, file, |user, place, edge| {
                if keys.contains(&edge.key) {
                    uses.push(Use::of(snapshot, user, place, edge));
                }
            });
            passed = Some(in_order(uses));
            neighbours
        });
        let uses = passed.unwrap_or_else(|| self.uses(graph, snapshot, file, keys));
        (neighbours.map_or(&[], |all| all), uses)
    }

    fn uses(&self, graph: &Graph, snapshot: &Snapshot, file: FileId, keys: &BTreeSet<u32>) -> Vec<Use> {
        if keys.is_empty() {
            return Vec::new();
        }
        let all = || uses_by_others(graph, file).map(|(user, place, edge)| Use::of(snapshot, user, place, &edge));
        let all: &[Use] = self.uses.get(snapshot, file, || in_order(all().collect()).into()).map_or(&[], |all| all);
        let of_key = |key: &u32| {
            let start = all.partition_point(|one| one.key < *key);
            let n_uses = all[start..].partition_point(|one| one.key == *key);
            &all[start..start + n_uses]
        };
        keys.iter().flat_map(of_key).copied().collect()
    }
}

/// Whether an edge ties two files; what may mean any of several does not.
pub(super) fn is_tie(edge: &StoredEdge) -> bool {
    edge.confidence < Confidence::Ambiguous
}

/// Sums up the edges of a file, and shows those that lead to it.
fn neighbours(
    graph: &Graph,
    snapshot: &Snapshot,
    file: FileId,
    mut show: impl FnMut(FileId, usize, &StoredEdge),
) -> Box<[Neighbour]> {
    let mut found: Vec<Neighbour> = Vec::new();
    let mut used: NumberMap<FileId, usize> = NumberMap::default();
    let node = graph.node(file);
    for (place, edge) in node.edges().enumerate().filter(|(_, edge)| edge.file != file && is_tie(edge)) {
        let known = *used.entry(edge.file).or_insert(found.len());
        add(&mut found, known, edge.file, Direction::Uses, (place, edge));
    }
    for (user, place, edge) in uses_by_others(graph, file) {
        // Those of one file come one after the other.
        let is_known = found.last().is_some_and(|last| last.file == user && last.direction == Direction::UsedBy);
        let known = found.len() - usize::from(is_known);
        show(user, place, &edge);
        add(&mut found, known, user, Direction::UsedBy, (place, edge));
    }
    found.sort_by(|a, b| {
        let by_path = || snapshot.path_rank(a.file).cmp(&snapshot.path_rank(b.file));
        b.weight.total_cmp(&a.weight).then_with(by_path)
    });
    found.into()
}

/// Adds an edge to the neighbour at a place, which may be new.
fn add(
    found: &mut Vec<Neighbour>,
    known: usize,
    file: FileId,
    direction: Direction,
    (place, edge): (usize, StoredEdge),
) {
    if known == found.len() {
        let uses = UseTally::default();
        found.push(Neighbour { file, direction, weight: 0.0, uses, strongest: place, strongest_weight: 0.0 });
    }
    let neighbour = &mut found[known];
    let weight = weight(&edge);
    neighbour.weight += weight;
    neighbour.uses.add(edge.kind, edge.confidence);
    if weight > neighbour.strongest_weight {
        (neighbour.strongest, neighbour.strongest_weight) = (place, weight);
    }
}

/// By what is used, then by where the use stands.
fn in_order(mut uses: Vec<Use>) -> Vec<Use> {
    uses.sort_unstable_by_key(|one| (one.key, one.rank, one.place));
    uses
}

/// The edges that tie others to a file, each with the file it stands in and its place there.
fn uses_by_others(graph: &Graph, file: FileId) -> impl Iterator<Item = (FileId, usize, StoredEdge)> {
    let mut node = (file, graph.node(file));
    graph.uses_by_others(file).take(MAX_USES).filter_map(move |(user, place)| {
        // Those of one file come one after the other.
        if node.0 != user {
            node = (user, graph.node(user));
        }
        Some((user, place, node.1.edge(place).filter(is_tie)?))
    })
}

/// What an edge counts. The sorts are in CodeContext's proportion.
pub(super) fn weight(edge: &StoredEdge) -> f64 {
    let by_kind = match edge.kind {
        EdgeKind::Contains => 0.8,
        EdgeKind::Calls => 0.7,
        EdgeKind::References => 0.6,
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Tests => 0.5,
        EdgeKind::Imports => 0.4,
    };
    if edge.confidence.is_sure() { by_kind } else { by_kind * UNSURE }
}
