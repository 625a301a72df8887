//! Expansion: the files around what was found, along the code graph.
//!
//! In:  hits, best first.
//! Out: related files, the most closely tied first, each with how it belongs to what was found; and the graph between all of them.
//!
//! Files are visited nearest first, two steps both ways (`surroundings`). How closely one is tied to all hits together is its
//! personalised PageRank: of one who walks along uses at random and begins again at a hit every so often, how often is he
//! there? Never here: the order of the hits, which stays as it is.

mod neighbours;
mod surroundings;

use std::collections::BTreeSet;

use quarry_source::{Confidence, Language, RepoPath};
use quarry_store::{Filter, ReadError};

use crate::Searcher;
use crate::graph::{Evidence, FileEdge, Relationship, ranks};
use crate::search::{Hit, place};
pub(crate) use neighbours::Neighbourhoods;
use surroundings::Surroundings;

/// The share of the walk that a related file must have. Of the annotated files that expansion can bring in on the development
/// repositories most have it, and a third to a half of all the others have not (docs/benchmarks.md).
const MIN_SHARE: f64 = 0.02;

/// What lies around the hits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expansion {
    /// The most closely tied first. None of them is among the hits.
    pub related: Vec<RelatedFile>,
    /// Who uses whom among the files of the hits, the related files, and those on the way to them.
    pub edges: Vec<FileEdge>,
}

/// A file that belongs to what was found.
#[derive(Clone, Debug, PartialEq)]
pub struct RelatedFile {
    /// Which.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// The line to look at: that of the definition that is used, or of the use. 1 for the file as a whole.
    pub line: u32,
    /// How it belongs to `of`.
    pub relationship: Relationship,
    /// The file that it is tied to: one of a hit, or one on the way from there.
    pub of: RepoPath,
    /// Steps from the nearest hit.
    pub distance: u32,
    /// How sure the last step is.
    pub confidence: Confidence,
    /// The share of a random walk from the hits that is spent here.
    pub share: f64,
}

impl Searcher<'_> {
    /// At most `most` files around the hits that `filter` wants.
    pub fn expand(&self, hits: &[Hit], filter: &Filter, most: usize) -> Result<Expansion, ReadError> {
        if most == 0 || hits.is_empty() {
            return Ok(Expansion::default());
        }
        let around = Surroundings::of(self, hits)?;
        let shares = ranks(&around.start(), &around.edges(), surroundings::WHOLE);
        let mut order: Vec<usize> = (around.n_origins..around.visits.len()).collect();
        order.retain(|&visit| shares[visit] >= MIN_SHARE);
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
        let record = |visit: &usize| self.snapshot.record(around.visits[*visit].file);
        order.retain(|visit| record(visit).is_some_and(|record| filter.wants_file(record)));
        order.truncate(most);
        let mut shown: BTreeSet<usize> = (0..around.n_origins).collect();
        for &visit in &order {
            shown.extend(around.visits[visit].tie.map(|tie| tie.of).into_iter().chain([visit]));
        }
        let path = |visit: usize| self.snapshot.record(around.visits[visit].file).map(|record| &record.path);
        let edges = around.uses_between(&shown).filter_map(|(from, to, uses)| Some(uses.edge(path(from)?, path(to)?)));
        let related = order.iter().filter_map(|&visit| self.related_file(&around, visit, shares[visit]));
        Ok(Expansion { edges: edges.collect(), related: related.collect() })
    }

    fn related_file(&self, around: &Surroundings<'_>, visit: usize, share: f64) -> Option<RelatedFile> {
        let visited = &around.visits[visit];
        let tie = visited.tie?;
        let edge = around.edge_to(visit)?;
        let record = self.snapshot.record(visited.file)?;
        let of = self.snapshot.record(around.visits[tie.of].file)?;
        let evidence = Evidence {
            kind: edge.kind,
            direction: tie.direction,
            distance: visited.distance,
            is_test: place::of(record).is_test,
            is_beside: record.path.directory() == of.path.directory(),
        };
        Some(RelatedFile {
            path: record.path.clone(),
            language: record.language.clone(),
            line: around.line_of(tie.direction, &edge),
            relationship: evidence.relationship(),
            of: of.path.clone(),
            distance: visited.distance,
            confidence: edge.confidence,
            share,
        })
    }
}
