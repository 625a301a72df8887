//! Context: a question in, the code that an answer needs out, inside a budget of tokens.
//!
//! ```text
//! search ─> grow to definitions ─> merge overlaps ─> drop what was shown ─> related by graph ─> pack ─> lay out
//! ```
//!
//! Text is that of the files as they are now. Nothing is shown twice: what is found has lines, what is related has
//! heads.

mod candidate;
mod files;
#[cfg(test)]
mod fixture;
mod grow;
mod lines;
mod locate;
mod merge;
mod pack;
mod piece;
mod related;
mod render;
mod sessions;
mod shown;

use std::time::{Duration, Instant};

use quarry_source::RepoPath;
use quarry_store::Filter;

use crate::Searcher;
use crate::error::SearchError;
use crate::graph::{FileEdge, edges_between};
use crate::search::SearchRequest;
use crate::tokens::Tokenizer;
use candidate::Candidate;
use files::CurrentFiles;
use grow::{GrowTo, Growth};
use pack::{Choice, Packed, Scale};

pub use lines::LineRange;
pub use pack::Budget;
pub use piece::{ContextPiece, Form, RelatedPiece, UseSite};
pub use render::ContextLayout;
pub use sessions::Sessions;
pub use shown::Shown;

/// A question whose answer needs context.
#[derive(Clone, Debug, Default)]
pub struct ContextRequest {
    /// Words, identifiers or both.
    pub query: String,
    /// What may be found at all. What is related to it may lie anywhere.
    pub filter: Filter,
    /// Tokens for context and answer together; `None` takes the setting.
    pub budget: Option<usize>,
    /// Lines before each match, in place of the definition around it; `None` means none if lines after it are asked
    /// for.
    pub lines_before: Option<usize>,
    /// Lines after each match, in place of the definition around it; `None` means none if lines before it are asked
    /// for.
    pub lines_after: Option<usize>,
    /// How it is laid out, which is also what is counted.
    pub layout: ContextLayout,
}

/// What an answer needs, as text and as data.
#[derive(Clone, Debug)]
pub struct ContextResponse {
    /// Ready to be handed on; never more than [`Budget::available`] tokens.
    pub text: String,
    /// Tokens of `text`.
    pub n_tokens: usize,
    /// What there was to spend.
    pub budget: Budget,
    /// What a token is.
    pub tokenizer: Tokenizer,
    /// What was found: first what has lines, then signatures alone, the best first in both.
    pub primary: Vec<ContextPiece>,
    /// What is related to it, nearest first.
    pub related: Vec<RelatedPiece>,
    /// How the files of both depend on each other.
    pub edges: Vec<FileEdge>,
    /// Whether something was left out or shortened for want of room.
    pub truncated: bool,
    /// Results that are not shown at all, for want of room.
    pub n_left_out: usize,
    /// Results that were shown before.
    pub n_known: usize,
    /// What its reader has been shown now; [`Shown::remember`] and [`Sessions::remember`] take it.
    pub newly_shown: Vec<u64>,
    /// What went less well than it could, or should be known to the reader.
    pub notices: Vec<String>,
    /// The generation that answered.
    pub generation: u64,
    /// How long it took, without bringing the index up to date.
    pub elapsed: Duration,
}

impl Searcher<'_> {
    /// Assembles what an answer needs and its reader has not been shown before.
    pub fn assemble_context(&self, request: &ContextRequest, known: &Shown) -> Result<ContextResponse, SearchError> {
        assemble(self, request, known)
    }
}

/// Answers one request. To read this function is to read the design.
fn assemble(searcher: &Searcher<'_>, request: &ContextRequest, known: &Shown) -> Result<ContextResponse, SearchError> {
    let start = Instant::now();
    let settings = &searcher.engine.settings;
    let budget = Budget::of(request.budget, &settings.context);
    let found = searcher.search(&search_request(request, settings.context.hits))?;
    let mut files = CurrentFiles::of(searcher);
    let grown = grow::hits(&found.hits, &request.query, growth(request, settings.context.max_lines), &mut files)?;
    let merged = merge::overlapping(grown);
    let n_merged = merged.len();
    let candidates = known.without_known(merged);
    let n_known = n_merged - candidates.len();
    let related = related::along_graph(searcher, &candidates, &mut files, known)?;
    let edges = edges_between(searcher, &paths(&candidates, &related))?;
    let n_candidates = candidates.len();
    let choice = Choice { candidates, related, edges };
    let packed = pack::into_budget(&choice, budget.available(), Scale { layout: request.layout, settings });
    let notices = found.notices.into_iter().chain(files.notices).chain(why_nothing(&packed, budget, n_known));
    Ok(ContextResponse {
        n_tokens: settings.context.tokenizer.count(&packed.text),
        budget,
        tokenizer: settings.context.tokenizer,
        truncated: packed.is_truncated,
        n_left_out: n_candidates - packed.primary.len(),
        n_known,
        newly_shown: newly_shown(&choice.candidates, &packed),
        notices: notices.collect(),
        text: packed.text,
        primary: packed.primary,
        related: packed.related,
        edges: packed.edges,
        generation: found.generation,
        elapsed: start.elapsed(),
    })
}

fn search_request(request: &ContextRequest, hits: usize) -> SearchRequest {
    SearchRequest {
        query: request.query.clone(),
        filter: request.filter.clone(),
        limit: Some(hits),
        lines_before: Some(0),
        lines_after: Some(0),
        related: Some(0),
        explain: false,
    }
}

fn growth(request: &ContextRequest, max_lines: usize) -> Growth {
    let to = match (request.lines_before, request.lines_after) {
        (None, None) => GrowTo::Definition,
        (before, after) => GrowTo::Lines { before: before.unwrap_or(0), after: after.unwrap_or(0) },
    };
    Growth { to, max_lines }
}

/// The files of an answer, each once, in its order.
fn paths(candidates: &[Candidate], related: &[RelatedPiece]) -> Vec<RepoPath> {
    let found = candidates.iter().map(|candidate| &candidate.file.record.path);
    let mut paths: Vec<RepoPath> = Vec::new();
    for path in found.chain(related.iter().map(|piece| &piece.path)) {
        if !paths.contains(path) {
            paths.push(path.clone());
        }
    }
    paths
}

/// Why there is nothing to read.
fn why_nothing(packed: &Packed, budget: Budget, n_known: usize) -> Option<String> {
    let available = budget.available();
    match packed.too_small_for {
        Some(smallest) => Some(format!(
            "no result fits: the smallest needs {smallest} tokens, and a budget of {} leaves {available} for context",
            budget.total
        )),
        None if packed.primary.is_empty() && n_known > 0 => {
            Some("everything that was found has been shown before".to_owned())
        }
        None => None,
    }
}

/// What is to be remembered of an answer.
fn newly_shown(candidates: &[Candidate], packed: &Packed) -> Vec<u64> {
    let mut keys = Vec::new();
    for (piece, place) in packed.primary.iter().zip(&packed.places) {
        let candidate = &candidates[*place];
        keys.push(shown::head_key(&piece.path, candidate.head()));
        if piece.form != Form::Signature {
            keys.extend(shown::line_keys(candidate, piece.lines));
        }
    }
    keys.extend(packed.related.iter().map(|piece| shown::head_key(&piece.path, &piece.key())));
    keys
}
