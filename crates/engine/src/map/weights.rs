//! What uses count, which files count less, and how much rank flows where.
//!
//! Uses are weighed in whole numbers: their sums do not depend on the order in which an index came to hold them.

use std::collections::{BTreeMap, HashMap};

use quarry_source::{Confidence, SymbolKind};
use quarry_store::{FileId, FileRecord, Graph, ReadError, StoredEdge};

use crate::Searcher;
use crate::graph::{WeightedEdge, ranks};
use crate::indexing::decode;
use crate::search::place;

/// What a test, an example or generated code is worth beside other code: it uses much and explains little.
const DAMPED: f64 = 0.1;
/// What a use counts that the source itself proves, one by a unique name, and one that may mean any of several.
/// `map` is a method of every list, and perhaps of one type here: names decide only where nothing is proved.
const SURE_WEIGHT: u64 = 1000;
const UNIQUE_NAME_WEIGHT: u64 = 10;
const AMBIGUOUS_WEIGHT: u64 = 4;
/// The most central files, which are looked at for a notice that they are generated: the others are not shown anyway.
const N_LOOKED_AT: usize = 200;

/// A definition of a file, or the file as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Target {
    /// Its place among the files of the manifest, which are in order of paths.
    pub(super) file: usize,
    /// Its place among the file's symbols.
    pub(super) symbol: Option<u32>,
}

/// How important files are, and how much of it flows into each definition.
pub(super) struct Flow {
    /// By file.
    pub(super) ranks: Vec<f64>,
    /// How many other files use each file.
    n_users: Vec<usize>,
    into: BTreeMap<Target, Inflow>,
}

#[derive(Default)]
struct Inflow {
    rank: f64,
    /// Files that use it.
    n_users: usize,
}

impl Flow {
    pub(super) fn of(searcher: &Searcher<'_>) -> Result<Flow, ReadError> {
        let uses = Uses::of(searcher)?;
        let pairs = uses.pairs();
        let mut worth: Vec<f64> = searcher.manifest().files.iter().map(worth).collect();
        let mut ranks = ranks_of(&pairs, &worth);
        if damp_generated(searcher, &ranks, &mut worth)? {
            ranks = ranks_of(&pairs, &worth);
        }
        // A test may be used much, by other tests: it is still no map of the code.
        ranks.iter_mut().zip(&worth).for_each(|(rank, worth)| *rank *= worth);
        let sum: f64 = ranks.iter().sum();
        ranks.iter_mut().for_each(|rank| *rank /= sum.max(f64::MIN_POSITIVE));
        let mut n_users = vec![0; ranks.len()];
        pairs.keys().for_each(|(_, to)| n_users[*to] += 1);
        Ok(Flow { into: uses.inflow(&ranks, &worth), ranks, n_users })
    }

    /// Definitions and files to show, the most important first. Files that nothing uses come last, by rank.
    pub(super) fn items(&self, wanted: impl Fn(usize) -> bool) -> Vec<Target> {
        let whole = (0..self.ranks.len()).map(|file| Target { file, symbol: None });
        let all = self.into.keys().copied().filter(|target| target.symbol.is_some()).chain(whole);
        let importance = |target: Target| {
            let flow = self.into.get(&target).map_or(0.0, |inflow| inflow.rank);
            (flow, self.ranks[target.file], target)
        };
        let mut items: Vec<(f64, f64, Target)> = all.filter(|target| wanted(target.file)).map(importance).collect();
        items.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        items.into_iter().map(|(_, _, target)| target).collect()
    }

    /// How many other files use a definition, or a file in any way.
    pub(super) fn n_users(&self, target: Target) -> usize {
        match target.symbol {
            Some(_) => self.into.get(&target).map_or(0, |inflow| inflow.n_users),
            None => self.n_users[target.file],
        }
    }
}

/// What a file is worth by itself, as its path tells.
fn worth(record: &FileRecord) -> f64 {
    let place = place::of(record);
    if place.is_test || place.is_example { DAMPED } else { 1.0 }
}

/// The uses of a repository, by places of files instead of numbers.
struct Uses<'a> {
    graph: &'a Graph,
    files: &'a [FileRecord],
    places: HashMap<FileId, usize>,
    /// By file: the key that edges name a definition by, and its place among the symbols; in order of keys. Uses of
    /// those that are not here count for their file.
    definitions: Vec<Vec<(u32, u32)>>,
}

impl<'a> Uses<'a> {
    fn of(searcher: &'a Searcher<'_>) -> Result<Uses<'a>, ReadError> {
        let graph = searcher.graph()?;
        let files = &searcher.manifest().files;
        let by_key = |record: &FileRecord| {
            let shown = graph.node(record.id).definitions().filter(|one| says_what_a_file_is_for(one.kind));
            let mut keys: Vec<(u32, u32)> = shown.map(|one| (one.key, one.symbol)).collect();
            keys.sort_unstable();
            keys
        };
        let places = files.iter().enumerate().map(|(place, record)| (record.id, place)).collect();
        Ok(Uses { graph, files, places, definitions: files.iter().map(by_key).collect() })
    }

    /// What a file uses of others, and how much.
    fn of_file(&self, from: usize) -> BTreeMap<Target, u64> {
        let own = self.files[from].id;
        let mut used: BTreeMap<Target, u64> = BTreeMap::new();
        for edge in self.graph.node(own).edges().filter(|edge| edge.file != own) {
            let Some(&file) = self.places.get(&edge.file) else { continue };
            let keys = &self.definitions[file];
            let found = keys.binary_search_by_key(&edge.key, |(key, _)| *key).ok();
            let symbol = found.map(|place| keys[place].1);
            *used.entry(Target { file, symbol }).or_default() += weight(&edge);
        }
        used
    }

    /// How much each file uses each other file.
    fn pairs(&self) -> BTreeMap<(usize, usize), u64> {
        let mut pairs: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for from in 0..self.files.len() {
            for (to, weight) in self.of_file(from) {
                *pairs.entry((from, to.file)).or_default() += weight;
            }
        }
        pairs
    }

    /// The rank of each file, shared out over what it uses.
    fn inflow(&self, ranks: &[f64], worth: &[f64]) -> BTreeMap<Target, Inflow> {
        let mut into: BTreeMap<Target, Inflow> = BTreeMap::new();
        for (from, rank) in ranks.iter().enumerate() {
            let used = self.of_file(from);
            let all: u64 = used.values().sum();
            for (to, weight) in used {
                let inflow = into.entry(to).or_default();
                inflow.rank += rank * weight as f64 / all.max(SURE_WEIGHT) as f64 * worth[to.file];
                inflow.n_users += 1;
            }
        }
        into
    }
}

/// Fields, and the blocks that hold definitions, say little by themselves; blocks are shown with what they hold.
fn says_what_a_file_is_for(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Field | SymbolKind::Implementation | SymbolKind::Module)
}

fn weight(edge: &StoredEdge) -> u64 {
    match edge.confidence {
        Confidence::Import | Confidence::SameFile => SURE_WEIGHT,
        Confidence::UniqueName => UNIQUE_NAME_WEIGHT,
        Confidence::Ambiguous => AMBIGUOUS_WEIGHT / u64::from(edge.n_candidates.max(1)),
    }
}

/// One edge per pair of files. The root of all uses counts: the hundredth use of a helper says less than the first. A
/// file that uses nothing for sure hands on little of its rank.
fn ranks_of(pairs: &BTreeMap<(usize, usize), u64>, worth: &[f64]) -> Vec<f64> {
    let edge = |((from, to), weight): (&(usize, usize), &u64)| {
        let weight = (*weight as f64).sqrt() * worth[*to];
        WeightedEdge { from: *from, to: *to, weight }
    };
    let edges: Vec<WeightedEdge> = pairs.iter().map(edge).collect();
    ranks(worth, &edges, (SURE_WEIGHT as f64).sqrt())
}

/// Finds generated code among the most central files; `true` if there is any.
fn damp_generated(searcher: &Searcher<'_>, ranks: &[f64], worth: &mut [f64]) -> Result<bool, ReadError> {
    let mut central: Vec<usize> = (0..ranks.len()).collect();
    central.sort_by(|a, b| ranks[*b].total_cmp(&ranks[*a]).then(a.cmp(b)));
    let mut is_any = false;
    for file in central.into_iter().take(N_LOOKED_AT) {
        let stored = searcher.files.get(&searcher.snapshot, &searcher.manifest().files[file])?;
        if stored.is_some_and(|stored| decode::looks_generated(&stored.text)) {
            worth[file] = worth[file].min(DAMPED);
            is_any = true;
        }
    }
    Ok(is_any)
}
