//! The dependency graph between the files of an answer: who uses whom, how, and how sure that is.

use std::collections::{BTreeMap, HashMap};

use quarry_source::{Confidence, EdgeKind, RepoPath};
use quarry_store::{FileId, ReadError, StoredEdge};

use crate::Searcher;

/// How one file of an answer depends on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEdge {
    /// The file that uses.
    pub from: RepoPath,
    /// The file that is used.
    pub to: RepoPath,
    /// How, each once.
    pub kinds: Vec<EdgeKind>,
    /// How sure the surest use is.
    pub confidence: Confidence,
    /// How many uses there are.
    pub n_uses: usize,
}

/// All edges from one of these files to another, in the order of the files. What may mean any of several files is left
/// out.
pub(crate) fn edges_between(searcher: &Searcher<'_>, files: &[RepoPath]) -> Result<Vec<FileEdge>, ReadError> {
    let graph = searcher.graph()?;
    let numbers: Vec<Option<FileId>> = files.iter().map(|path| searcher.file_id(path)).collect();
    let places: HashMap<FileId, usize> =
        numbers.iter().enumerate().filter_map(|(place, number)| Some(((*number)?, place))).collect();
    let mut edges = Vec::new();
    for (from, number) in files.iter().zip(&numbers) {
        let Some(number) = *number else { continue };
        let mut to: BTreeMap<usize, UseTally> = BTreeMap::new();
        let is_likely = |edge: &StoredEdge| edge.file != number && edge.confidence < Confidence::Ambiguous;
        for edge in graph.node(number).edges().filter(is_likely) {
            let Some(&place) = places.get(&edge.file) else { continue };
            to.entry(place).or_default().add(edge.kind, edge.confidence);
        }
        edges.extend(to.into_iter().map(|(place, tally)| tally.edge(from, &files[place])));
    }
    Ok(edges)
}

/// The uses of one file by another, summed up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseTally {
    /// A bit for each that there is, by its place in [`EdgeKind::ALL`].
    kinds: u32,
    surest: Confidence,
    n_uses: usize,
}

impl Default for UseTally {
    fn default() -> Self {
        UseTally { kinds: 0, surest: Confidence::Ambiguous, n_uses: 0 }
    }
}

impl UseTally {
    pub(crate) fn add(&mut self, kind: EdgeKind, confidence: Confidence) {
        self.kinds |= 1 << kind as u32;
        self.surest = self.surest.min(confidence);
        self.n_uses += 1;
    }

    pub(crate) fn edge(self, from: &RepoPath, to: &RepoPath) -> FileEdge {
        let kinds = EdgeKind::ALL.into_iter().filter(|kind| self.kinds >> *kind as u32 & 1 == 1).collect();
        FileEdge { from: from.clone(), to: to.clone(), kinds, confidence: self.surest, n_uses: self.n_uses }
    }
}
