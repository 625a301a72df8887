//! The dependency graph between the files of an answer: who uses whom, how, and how sure that is.

use std::collections::BTreeMap;

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
    let mut edges = Vec::new();
    for (from, number) in files.iter().zip(&numbers) {
        let Some(number) = *number else { continue };
        let mut to: BTreeMap<usize, Tally> = BTreeMap::new();
        let is_likely = |edge: &StoredEdge| edge.file != number && edge.confidence < Confidence::Ambiguous;
        for edge in graph.node(number).edges().filter(is_likely) {
            let Some(place) = numbers.iter().position(|other| *other == Some(edge.file)) else { continue };
            to.entry(place).or_default().add(edge.kind, edge.confidence);
        }
        edges.extend(to.into_iter().map(|(place, tally)| FileEdge {
            from: from.clone(),
            to: files[place].clone(),
            kinds: tally.kinds,
            confidence: tally.surest,
            n_uses: tally.n_uses,
        }));
    }
    Ok(edges)
}

/// The uses of one file by another.
struct Tally {
    /// In order, each once.
    kinds: Vec<EdgeKind>,
    surest: Confidence,
    n_uses: usize,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { kinds: Vec::new(), surest: Confidence::Ambiguous, n_uses: 0 }
    }
}

impl Tally {
    fn add(&mut self, kind: EdgeKind, confidence: Confidence) {
        if let Err(place) = self.kinds.binary_search(&kind) {
            self.kinds.insert(place, kind);
        }
        self.surest = self.surest.min(confidence);
        self.n_uses += 1;
    }
}
