//! Packing: pieces into a budget of tokens, never over it.
//!
//! Every section has a share; what it does not use flows on. Results are first given their signatures, as far as a part
//! of their share goes, so that what was found is known; then the best get excerpts or bodies while there is room.
//!
//! **Invariant**: no limit that a section is filled to exceeds what the others leave of the whole.

mod primary;

use std::collections::HashSet;

use quarry_source::RepoPath;

use super::candidate::Candidate;
use super::piece::{ContextPiece, RelatedPiece};
use super::render::{ContextLayout, Section};
use crate::graph::FileEdge;
use crate::settings::{ContextSettings, Settings};
use primary::Primary;

/// A reserve never takes more than this part of a budget: the rest would not hold a result.
const MOST_RESERVED: usize = 4;

/// Tokens, and what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// For context and answer together.
    pub total: usize,
    /// Left to whoever answers.
    pub reserved: usize,
}

impl Budget {
    /// The budget of a request: that of the settings, or another total.
    pub(super) fn of(total: Option<usize>, settings: &ContextSettings) -> Budget {
        let total = total.unwrap_or(settings.budget_tokens);
        Budget { total, reserved: settings.reserve_tokens.min(total / MOST_RESERVED) }
    }

    /// What the context may take.
    pub fn available(&self) -> usize {
        self.total - self.reserved
    }
}

/// What there is to choose from, best first.
pub(super) struct Choice {
    pub(super) candidates: Vec<Candidate>,
    pub(super) related: Vec<RelatedPiece>,
    pub(super) edges: Vec<FileEdge>,
}

/// What was chosen.
#[derive(Debug, Default)]
pub(super) struct Packed {
    pub(super) primary: Vec<ContextPiece>,
    /// The candidate of each.
    pub(super) places: Vec<usize>,
    pub(super) related: Vec<RelatedPiece>,
    pub(super) edges: Vec<FileEdge>,
    pub(super) text: String,
    /// Whether something was left out or shortened for want of room.
    pub(super) is_truncated: bool,
    /// What the smallest result would have cost, if none fits.
    pub(super) too_small_for: Option<usize>,
}

/// How pieces are laid out and what they cost.
#[derive(Clone, Copy)]
pub(super) struct Scale<'a> {
    pub(super) layout: ContextLayout,
    pub(super) settings: &'a Settings,
}

impl Scale<'_> {
    fn tokens(&self, text: &str) -> usize {
        self.settings.context.tokenizer.count(text)
    }

    fn section(&self, section: Section) -> usize {
        let (before, behind) = self.layout.around(section);
        self.tokens(before) + self.tokens(behind)
    }

    fn share(&self, share: f32, available: usize) -> usize {
        (f64::from(share) * available as f64) as usize
    }
}

/// Chooses what fits and lays it out. Nothing is shown if no result fits: what is related to nothing helps nobody.
pub(super) fn into_budget(choice: &Choice, available: usize, scale: Scale<'_>) -> Packed {
    let (before, behind) = scale.layout.frame();
    let frame = scale.tokens(before) + scale.tokens(behind);
    let available = available.saturating_sub(frame);
    let shares = &scale.settings.context;
    let of_primary = scale.share(shares.primary_share, available);
    let of_related = scale.share(shares.related_share, available);
    let of_graph = scale.share(shares.graph_share, available);

    let mut primary = Primary::of(&choice.candidates, scale);
    primary.fill(of_primary);
    if primary.is_empty() {
        primary.fill(available);
    }
    if primary.is_empty() {
        let too_small_for = primary.smallest().map(|smallest| smallest + frame);
        return Packed { is_truncated: !choice.candidates.is_empty(), too_small_for, ..Packed::default() };
    }
    let mut related =
        Listed::of(choice.related.iter().map(|piece| scale.layout.related(piece)), Section::Related, scale);
    let unused = of_primary.saturating_sub(primary.cost());
    related.fill((of_related + unused).min(available - primary.cost()), |_| true);
    primary.fill(available.saturating_sub(related.cost() + of_graph));
    related.fill(available.saturating_sub(primary.cost() + of_graph), |_| true);
    let related_paths = related.chosen().map(|place| &choice.related[place].path);
    let named: HashSet<RepoPath> = primary.paths().chain(related_paths).cloned().collect();
    let is_named = |place: usize| named.contains(&choice.edges[place].from) && named.contains(&choice.edges[place].to);
    let mut edges = Listed::of(choice.edges.iter().map(|edge| scale.layout.edge(edge)), Section::Graph, scale);
    edges.fill(available - primary.cost() - related.cost(), is_named);
    primary.fill(available - related.cost() - edges.cost());

    let n_tokens = |place: usize| related.blocks[place].1;
    let chosen = related.chosen().map(|place| (n_tokens(place), choice.related[place].clone()));
    Packed {
        text: [before, &primary.text(), &related.text(), &edges.text(), behind].concat(),
        is_truncated: !primary.is_complete() || !related.is_complete(|_| true) || !edges.is_complete(is_named),
        too_small_for: None,
        related: chosen.map(|(n_tokens, piece)| RelatedPiece { n_tokens, ..piece }).collect(),
        edges: edges.chosen().map(|place| choice.edges[place].clone()).collect(),
        places: primary.order(),
        primary: primary.into_pieces(),
    }
}

/// A section whose pieces are either shown or not.
struct Listed<'a> {
    section: Section,
    scale: Scale<'a>,
    /// What stands around them, once there is one.
    around: usize,
    /// Text and tokens.
    blocks: Vec<(String, usize)>,
    is_chosen: Vec<bool>,
}

impl<'a> Listed<'a> {
    fn of(texts: impl Iterator<Item = String>, section: Section, scale: Scale<'a>) -> Listed<'a> {
        let with_tokens = |text: String| {
            let n_tokens = scale.tokens(&text);
            (text, n_tokens)
        };
        let blocks: Vec<(String, usize)> = texts.map(with_tokens).collect();
        Listed { section, scale, around: scale.section(section), is_chosen: vec![false; blocks.len()], blocks }
    }

    /// Chooses in order what is wanted and fits.
    fn fill(&mut self, limit: usize, wanted: impl Fn(usize) -> bool) {
        for place in 0..self.blocks.len() {
            if self.is_chosen[place] || !wanted(place) {
                continue;
            }
            self.is_chosen[place] = true;
            self.is_chosen[place] = self.cost() <= limit;
        }
    }

    fn chosen(&self) -> impl Iterator<Item = usize> {
        (0..self.blocks.len()).filter(|place| self.is_chosen[*place])
    }

    fn cost(&self) -> usize {
        let pieces: usize = self.chosen().map(|place| self.blocks[place].1).sum();
        if self.chosen().next().is_some() { pieces + self.around } else { 0 }
    }

    fn is_complete(&self, wanted: impl Fn(usize) -> bool) -> bool {
        (0..self.blocks.len()).all(|place| self.is_chosen[place] || !wanted(place))
    }

    fn text(&self) -> String {
        let pieces: String = self.chosen().map(|place| self.blocks[place].0.as_str()).collect();
        in_section(self.section, &pieces, self.scale)
    }
}

/// Pieces with what stands around a section; nothing if there are none.
fn in_section(section: Section, pieces: &str, scale: Scale<'_>) -> String {
    let (before, behind) = scale.layout.around(section);
    if pieces.is_empty() { String::new() } else { [before, pieces, behind].concat() }
}

#[cfg(test)]
mod tests;
