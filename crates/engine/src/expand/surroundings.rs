//! The files within two steps of the hits, and how strongly they are tied to each other.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use quarry_source::{Confidence, EdgeKind};
use quarry_store::{EdgeSite, FileId, Graph, ReadError, StoredEdge};

use crate::Searcher;
use crate::graph::{Direction, UseTally, WeightedEdge};
use crate::search::Hit;

/// Files of hits that are looked around of.
const MAX_ORIGINS: usize = 10;
/// Files that are visited, and edges of one of them that are followed each way: time stays bounded where one is used everywhere.
const MAX_VISITS: usize = 200;
/// Those one step away that the second step begins at: the most strongly tied.
const MAX_FOLLOWED: usize = 16;
/// By distance.
const MAX_EDGES: [usize; 2] = [300, 40];
/// Edges of one file that are looked at each way, by distance: most of a huge file's lead to itself.
const MAX_LOOKED_AT: [usize; 2] = [2000, 200];
/// How much more a use counts that stands in the lines of a hit, or leads to what these define.
const IN_HIT: f64 = 8.0;
/// What a use counts that goes by a name alone: one in ten, as it is often something else of that name.
const UNSURE: f64 = 0.1;
/// In place of a visit: none.
const NOT_VISITED: u32 = u32::MAX;
/// A file whose ties weigh less than this together hands on only that part of its visits.
pub(super) const WHOLE: f64 = 1.0;

/// A file that was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub(super) file: FileId,
    /// Steps from the nearest hit.
    pub(super) distance: u32,
    /// What it was reached by; `None` for a hit's own file.
    pub(super) tie: Option<Tie>,
    /// Whether its own edges were looked at.
    is_followed: bool,
}

/// The strongest of the edges by which a file was first reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    /// The visit it was reached from.
    pub(super) of: usize,
    pub(super) edge: StoredEdge,
    /// Seen from there.
    pub(super) direction: Direction,
    weight: f64,
}

/// The visited part of the graph.
pub(super) struct Surroundings {
    /// Files of hits first, then nearest first.
    pub(super) visits: Vec<Visit>,
    pub(super) n_origins: usize,
    /// By file number, its visit or [`NOT_VISITED`]. Made anew for every answer, so it is kept small.
    places: Vec<u32>,
    /// By who uses and who is used, each once; in order when all is visited.
    pairs: Vec<((usize, usize), Pair)>,
    /// What the visit that is being followed uses, and who uses it, by visit.
    followed: [Vec<Pair>; 2],
    /// Which of these there are: few of the many that were visited.
    tied: Vec<(usize, Direction)>,
}

/// The uses of one visited file by another.
#[derive(Clone, Default)]
struct Pair {
    weight: f64,
    uses: UseTally,
}

impl Surroundings {
    pub(super) fn of(searcher: &Searcher<'_>, hits: &[Hit]) -> Result<Surroundings, ReadError> {
        let graph = searcher.graph()?;
        let mut around = Surroundings {
            visits: Vec::new(),
            n_origins: 0,
            places: vec![NOT_VISITED; graph.n_files()],
            pairs: Vec::new(),
            followed: [Vec::new(), Vec::new()],
            tied: Vec::new(),
        };
        let mut shown: Vec<Vec<RangeInclusive<u32>>> = Vec::new();
        for hit in hits {
            let Some(file) = searcher.file_id(&hit.path) else { continue };
            let lines = hit.span.start_line..=hit.span.end_line;
            match around.place(file) {
                Some(known) => shown[known].push(lines),
                None if shown.len() < MAX_ORIGINS => {
                    around.visit(file, 0, None);
                    shown.push(vec![lines]);
                }
                None => {}
            }
        }
        around.n_origins = shown.len();
        for (origin, lines) in shown.iter().enumerate() {
            around.follow(graph, origin, lines);
        }
        let mut neighbours: Vec<usize> = (around.n_origins..around.visits.len()).collect();
        let strength = |visit: usize| around.visits[visit].tie.map_or(0.0, |tie| tie.weight);
        neighbours.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)).then(a.cmp(&b)));
        for &neighbour in neighbours.iter().take(MAX_FOLLOWED) {
            around.follow(graph, neighbour, &[]);
        }
        around.pairs.sort_unstable_by_key(|(pair, _)| *pair);
        Ok(around)
    }

    fn visit(&mut self, file: FileId, distance: u32, tie: Option<Tie>) -> usize {
        let place = self.visits.len();
        self.visits.push(Visit { file, distance, tie, is_followed: false });
        self.followed.iter_mut().for_each(|pairs| pairs.push(Pair::default()));
        if let Some(known) = self.places.get_mut(file.0 as usize) {
            *known = place as u32;
        }
        place
    }

    fn place(&self, file: FileId) -> Option<usize> {
        let place = self.places.get(file.0 as usize).copied().filter(|place| *place != NOT_VISITED);
        place.map(|place| place as usize)
    }

    /// Goes one step from a visit, both ways; `shown` are the lines of its hits.
    fn follow(&mut self, graph: &Graph, of: usize, shown: &[RangeInclusive<u32>]) {
        let is_in_hit = |line: u32| shown.iter().any(|lines| lines.contains(&line));
        let own = self.visits[of].file;
        self.visits[of].is_followed = true;
        let is_tie = |edge: &StoredEdge, other: FileId| other != own && edge.confidence < Confidence::Ambiguous;
        let node = graph.node(own);
        let step = usize::from(self.visits[of].distance > 0);
        let (most, looked_at) = (MAX_EDGES[step], MAX_LOOKED_AT[step]);
        for edge in node.edges().take(looked_at).filter(|edge| is_tie(edge, edge.file)).take(most) {
            let weight = weight(&edge) * if is_in_hit(edge.line) { IN_HIT } else { 1.0 };
            self.tie(edge.file, Tie { of, edge, direction: Direction::Uses, weight });
        }
        // Most uses are of something else: only those of a key that stands in a hit are looked up.
        let defined: Vec<u32> = match shown {
            [] => Vec::new(),
            _ => node.definitions().filter(|one| is_in_hit(one.line)).map(|one| one.key).collect(),
        };
        let users = graph.uses_by_others(own).take(looked_at);
        for EdgeSite { file, edge } in users.filter(|site| is_tie(&site.edge, site.file)).take(most) {
            let is_of_hit =
                || defined.contains(&edge.key) && node.target_of(&edge).is_some_and(|one| is_in_hit(one.line));
            let weight = weight(&edge) * if is_of_hit() { IN_HIT } else { 1.0 };
            self.tie(file, Tie { of, edge, direction: Direction::UsedBy, weight });
        }
        for (other, direction) in self.tied.drain(..) {
            let followed = std::mem::take(&mut self.followed[usize::from(direction == Direction::UsedBy)][other]);
            // An edge between two that are both followed is seen from both.
            if !self.visits[other].is_followed {
                let pair = if direction == Direction::Uses { (of, other) } else { (other, of) };
                self.pairs.push((pair, followed));
            }
        }
    }

    /// Notes that a file is tied to a visit.
    fn tie(&mut self, file: FileId, tie: Tie) {
        let distance = self.visits[tie.of].distance + 1;
        let place = match self.place(file) {
            Some(place) => place,
            None if self.visits.len() < MAX_VISITS => self.visit(file, distance, Some(tie)),
            None => return,
        };
        let known = &mut self.visits[place];
        if known.distance == distance && known.tie.is_some_and(|known| known.weight < tie.weight) {
            known.tie = Some(tie);
        }
        let pair = &mut self.followed[usize::from(tie.direction == Direction::UsedBy)][place];
        // No use weighs nothing.
        if pair.weight == 0.0 {
            self.tied.push((place, tie.direction));
        }
        pair.weight += tie.weight;
        pair.uses.add(tie.edge.kind, tie.edge.confidence);
    }

    /// Where the walk begins: the better a hit, the more often.
    pub(super) fn start(&self) -> Vec<f64> {
        let of_visit = |place: usize| if place < self.n_origins { 1.0 / (place + 1) as f64 } else { 0.0 };
        (0..self.visits.len()).map(of_visit).collect()
    }

    /// Who uses whom among some visits.
    pub(super) fn uses_between(&self, visits: &BTreeSet<usize>) -> impl Iterator<Item = (usize, usize, UseTally)> {
        let inner = self.pairs.iter().filter(|((from, to), _)| visits.contains(from) && visits.contains(to));
        inner.map(|((from, to), pair)| (*from, *to, pair.uses.clone()))
    }

    /// How strongly files are tied, whichever uses the other. The root counts: the hundredth use of a helper says less than
    /// the first.
    pub(super) fn edges(&self) -> Vec<WeightedEdge> {
        let pairs = self.pairs.iter().map(|(pair, uses)| (*pair, uses.weight.sqrt()));
        pairs
            .flat_map(|((from, to), weight)| {
                [WeightedEdge { from, to, weight }, WeightedEdge { from: to, to: from, weight }]
            })
            .collect()
    }
}

impl Tie {
    /// Where to look in the file that was reached: at the definition that is used, or at the use.
    pub(super) fn line(&self, graph: &Graph) -> u32 {
        match self.direction {
            Direction::UsedBy => self.edge.line,
            Direction::Uses => graph.node(self.edge.file).target_of(&self.edge).map_or(1, |one| one.line),
        }
    }
}

/// What an edge counts. The sorts are in CodeContext's proportion.
fn weight(edge: &StoredEdge) -> f64 {
    let by_kind = match edge.kind {
        EdgeKind::Contains => 0.8,
        EdgeKind::Calls => 0.7,
        EdgeKind::References => 0.6,
        EdgeKind::Extends | EdgeKind::Implements | EdgeKind::Tests => 0.5,
        EdgeKind::Imports => 0.4,
    };
    if edge.confidence.is_sure() { by_kind } else { by_kind * UNSURE }
}
