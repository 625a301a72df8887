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
    pub(super) fn place(&self) -> usize {
        self.place as usize
    }
}

/// What was summed up so far.
#[derive(Default)]
pub(crate) struct Neighbourhoods {
    neighbours: ByFile<Box<[Neighbour]>>,
    /// Whose uses were asked for before.
    asked: ByFile<()>,
    uses: ByFile<Box<[Use]>>,
}

impl Neighbourhoods {
    /// The neighbours of a file, the strongest first.
    pub(super) fn neighbours(&self, graph: &Graph, snapshot: &Snapshot, file: FileId) -> &[Neighbour] {
        self.neighbours.get(snapshot, file, || neighbours(graph, snapshot, file)).map_or(&[], |all| all)
    }

    /// The uses of what these keys name in a file, in their order. All uses of a file are put in order when it is asked about
    /// again: a process that answers one question needs but a few of thousands.
    pub(super) fn uses(&self, graph: &Graph, snapshot: &Snapshot, file: FileId, keys: &BTreeSet<u32>) -> Vec<Use> {
        if keys.is_empty() {
            return Vec::new();
        }
        let mut is_first = false;
        self.asked.get(snapshot, file, || is_first = true);
        if is_first {
            return uses(graph, snapshot, file, |key| keys.contains(&key));
        }
        let all = self.uses.get(snapshot, file, || uses(graph, snapshot, file, |_| true).into());
        let all: &[Use] = all.map_or(&[], |all| all);
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

fn neighbours(graph: &Graph, snapshot: &Snapshot, file: FileId) -> Box<[Neighbour]> {
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

/// Uses of a file by others, by key, then by where they stand.
fn uses(graph: &Graph, snapshot: &Snapshot, file: FileId, is_wanted: impl Fn(u32) -> bool) -> Vec<Use> {
    let wanted = uses_by_others(graph, file).filter(|(_, _, edge)| is_wanted(edge.key));
    let all = wanted.map(|(user, place, edge)| Use {
        key: edge.key,
        rank: snapshot.path_rank(user),
        place: place as u32,
        user,
        weight: weight(&edge),
    });
    let mut uses: Vec<Use> = all.collect();
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
