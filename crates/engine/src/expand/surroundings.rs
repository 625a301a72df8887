//! The files within two steps of the hits, and how strongly they are tied to each other.

use std::collections::BTreeSet;
use std::hash::BuildHasherDefault;
use std::ops::RangeInclusive;

use quarry_store::{FileId, Graph, NumberMap, ReadError, StoredEdge};

use super::neighbours::{Neighbour, Use, is_tie, weight};
use crate::Searcher;
use crate::graph::{Direction, UseTally, WeightedEdge};
use crate::search::Hit;

/// Files of hits that are looked around of.
const MAX_ORIGINS: usize = 10;
/// Files that are visited.
const MAX_VISITS: usize = 200;
/// Those one step away that the second step begins at: the most strongly tied.
const MAX_FOLLOWED: usize = 16;
/// Neighbours of these that are looked at: the most strongly tied.
const MAX_NEIGHBOURS: usize = 40;
/// How much more a use counts that stands in the lines of a hit, or leads to what these define.
const IN_HIT: f64 = 8.0;
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
    /// Seen from there.
    pub(super) direction: Direction,
    /// The edge's place among those of the file that uses the other.
    place: usize,
    weight: f64,
}

/// The visited part of the graph.
pub(super) struct Surroundings<'a> {
    searcher: &'a Searcher<'a>,
    graph: &'a Graph,
    /// Files of hits first, then nearest first.
    pub(super) visits: Vec<Visit>,
    pub(super) n_origins: usize,
    places: NumberMap<FileId, usize>,
    /// By who uses and who is used, each once; in order when all is visited.
    pairs: Vec<((usize, usize), Pair)>,
    /// What the visit that is being followed uses, and who uses it, by visit.
    followed: [Vec<Pair>; 2],
    /// Which of these there are: few of the many that were visited.
    tied: Vec<(usize, Direction)>,
}

/// The uses of one visited file by another.
#[derive(Clone, Copy, Default)]
struct Pair {
    weight: f64,
    uses: UseTally,
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(searcher: &'a Searcher<'a>, hits: &[Hit]) -> Result<Surroundings<'a>, ReadError> {
        let mut around = Surroundings {
            searcher,
            graph: searcher.graph()?,
            visits: Vec::with_capacity(MAX_VISITS),
            n_origins: 0,
            places: NumberMap::with_capacity_and_hasher(MAX_VISITS, BuildHasherDefault::new()),
            pairs: Vec::with_capacity(MAX_VISITS),
            followed: [Vec::with_capacity(MAX_VISITS), Vec::with_capacity(MAX_VISITS)],
            tied: Vec::new(),
        };
        let mut shown: Vec<Vec<RangeInclusive<u32>>> = Vec::new();
        for hit in hits {
            let Some(file) = searcher.file_id(&hit.path) else { continue };
            let lines = hit.span.start_line..=hit.span.end_line;
            match around.places.get(&file) {
                Some(&known) => shown[known].push(lines),
                None if shown.len() < MAX_ORIGINS => {
                    around.visit(file, 0, None);
                    shown.push(vec![lines]);
                }
                None => {}
            }
        }
        around.n_origins = shown.len();
        for (origin, lines) in shown.iter().enumerate() {
            around.follow(origin, lines);
        }
        let mut neighbours: Vec<usize> = (around.n_origins..around.visits.len()).collect();
        let strength = |visit: usize| around.visits[visit].tie.map_or(0.0, |tie| tie.weight);
        neighbours.sort_by(|&a, &b| strength(b).total_cmp(&strength(a)).then(a.cmp(&b)));
        for &neighbour in neighbours.iter().take(MAX_FOLLOWED) {
            around.follow(neighbour, &[]);
        }
        around.pairs.sort_unstable_by_key(|(pair, _)| *pair);
        Ok(around)
    }

    fn visit(&mut self, file: FileId, distance: u32, tie: Option<Tie>) -> usize {
        let place = self.visits.len();
        self.visits.push(Visit { file, distance, tie, is_followed: false });
        self.followed.iter_mut().for_each(|pairs| pairs.push(Pair::default()));
        self.places.insert(file, place);
        place
    }

    /// Goes one step from a visit, both ways; `shown` are the lines of its hits.
    fn follow(&mut self, of: usize, shown: &[RangeInclusive<u32>]) {
        let Visit { file, distance, .. } = self.visits[of];
        let most = if distance == 0 { usize::MAX } else { MAX_NEIGHBOURS };
        self.visits[of].is_followed = true;
        let Searcher { snapshot, neighbourhoods, .. } = self.searcher;
        let is_shown = |line: u32| shown.iter().any(|lines| lines.contains(&line));
        let definitions = self.graph.node(file).definitions().filter(|_| !shown.is_empty());
        let defined = definitions.filter(|one| is_shown(one.line)).map(|one| one.key).collect();
        let (neighbours, uses) = neighbourhoods.around(self.graph, snapshot, file, &defined);
        // First what is tied to the hits themselves, so that it is visited whatever else is.
        self.follow_lines(of, shown, &uses);
        for neighbour in neighbours.iter().take(most) {
            let Neighbour { direction, strongest, strongest_weight, .. } = *neighbour;
            let tie = Tie { of, direction, place: strongest, weight: strongest_weight };
            if let Some(pair) = self.tie(neighbour.file, tie) {
                pair.weight += neighbour.weight;
                pair.uses = neighbour.uses;
            }
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

    /// Adds what more those uses count that stand in these lines, or lead to what they define.
    fn follow_lines(&mut self, of: usize, shown: &[RangeInclusive<u32>], uses: &[Use]) {
        let own = self.visits[of].file;
        let node = self.graph.node(own);
        for (place, lines) in shown.iter().enumerate() {
            // Hits may overlap.
            let is_new = |edge: &StoredEdge| !shown[..place].iter().any(|before| before.contains(&edge.line));
            let counts = |edge: &StoredEdge| edge.file != own && is_tie(edge) && is_new(edge);
            for (place, edge) in node.edges_on(lines).filter(|(_, edge)| counts(edge)) {
                self.tie_to_lines(edge.file, Tie { of, direction: Direction::Uses, place, weight: weight(&edge) });
            }
        }
        for one in uses {
            let Use { user, weight, .. } = *one;
            self.tie_to_lines(user, Tie { of, direction: Direction::UsedBy, place: one.place(), weight });
        }
    }

    fn tie_to_lines(&mut self, file: FileId, tie: Tie) {
        if let Some(pair) = self.tie(file, Tie { weight: tie.weight * IN_HIT, ..tie }) {
            // It counts once among the neighbours.
            pair.weight += tie.weight * (IN_HIT - 1.0);
        }
    }

    /// Notes that a file is tied to a visit; `None` if there is no room for it.
    fn tie(&mut self, file: FileId, tie: Tie) -> Option<&mut Pair> {
        let distance = self.visits[tie.of].distance + 1;
        let place = match self.places.get(&file) {
            Some(&place) => place,
            None if self.visits.len() < MAX_VISITS => self.visit(file, distance, Some(tie)),
            None => return None,
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
        Some(pair)
    }

    /// Where the walk begins: the better a hit, the more often.
    pub(super) fn start(&self) -> Vec<f64> {
        let of_visit = |place: usize| if place < self.n_origins { 1.0 / (place + 1) as f64 } else { 0.0 };
        (0..self.visits.len()).map(of_visit).collect()
    }

    /// Who uses whom among some visits.
    pub(super) fn uses_between(&self, visits: &BTreeSet<usize>) -> impl Iterator<Item = (usize, usize, UseTally)> {
        let inner = self.pairs.iter().filter(|((from, to), _)| visits.contains(from) && visits.contains(to));
        inner.map(|((from, to), pair)| (*from, *to, pair.uses))
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

    /// The edge by which a visit was reached.
    pub(super) fn edge_to(&self, visit: usize) -> Option<StoredEdge> {
        let Visit { file, tie, .. } = self.visits[visit];
        let Tie { of, direction, place, .. } = tie?;
        let user = if direction == Direction::Uses { self.visits[of].file } else { file };
        self.graph.node(user).edge(place)
    }

    /// Where to look in the file of a visit: at the definition that is used, or at the use.
    pub(super) fn line_of(&self, direction: Direction, edge: &StoredEdge) -> u32 {
        match direction {
            Direction::UsedBy => edge.line,
            Direction::Uses => self.graph.node(edge.file).target_of(edge).map_or(1, |one| one.line),
        }
    }
}
