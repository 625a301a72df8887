//! The results themselves, each in one of its forms or not at all.

use quarry_source::RepoPath;

use super::{Scale, in_section};
use crate::context::candidate::Candidate;
use crate::context::piece::{ContextPiece, Form};
use crate::context::render::Section;

/// Results, best first.
pub(super) struct Primary<'a> {
    scale: Scale<'a>,
    slots: Vec<Slot>,
    /// What stands around them, once there is one.
    around: usize,
}

/// One result.
struct Slot {
    /// Its forms, the shortest first.
    blocks: Vec<Block>,
    chosen: Option<usize>,
}

/// A result in one form.
struct Block {
    piece: ContextPiece,
    text: String,
}

impl Slot {
    fn of(candidate: &Candidate, scale: Scale<'_>) -> Slot {
        let pieces = Form::ALL.into_iter().filter_map(|form| ContextPiece::of(candidate, form, scale.settings));
        let blocks = pieces.map(|piece| {
            let text = scale.layout.piece(&piece);
            Block { piece: ContextPiece { n_tokens: scale.tokens(&text), ..piece }, text }
        });
        Slot { blocks: blocks.collect(), chosen: None }
    }

    fn shown(&self) -> Option<&Block> {
        self.blocks.get(self.chosen?)
    }

    fn cost(&self) -> usize {
        self.shown().map_or(0, |block| block.piece.n_tokens)
    }

    fn is_signature(&self) -> bool {
        self.shown().is_some_and(|block| block.piece.form == Form::Signature)
    }
}

impl<'a> Primary<'a> {
    pub(super) fn of(candidates: &[Candidate], scale: Scale<'a>) -> Primary<'a> {
        let slots = candidates.iter().map(|candidate| Slot::of(candidate, scale)).collect();
        Primary { scale, slots, around: scale.section(Section::Primary) }
    }

    /// Shows more, but keeps to the limit. Nothing that is shown is taken back.
    pub(super) fn fill(&mut self, limit: usize) {
        let for_signatures = self.scale.share(self.scale.settings.context.signature_share, limit);
        self.add_signatures(limit, for_signatures);
        self.grow(limit);
        self.add_signatures(limit, limit);
    }

    /// Names results that are not shown yet, while signatures alone cost no more than `most`.
    fn add_signatures(&mut self, limit: usize, most: usize) {
        let mut cost: usize = self.slots.iter().filter(|slot| slot.is_signature()).map(Slot::cost).sum();
        for place in 0..self.slots.len() {
            let first = self.slots[place].blocks.first().map(|block| (block.piece.form, block.piece.n_tokens));
            let Some((Form::Signature, tokens)) = first.filter(|_| self.slots[place].chosen.is_none()) else {
                continue;
            };
            if cost + tokens <= most && self.try_form(place, 0, limit) {
                cost += tokens;
            }
        }
    }

    /// Gives the best results as much as fits.
    fn grow(&mut self, limit: usize) {
        for place in 0..self.slots.len() {
            let shortest = self.slots[place].chosen.map_or(0, |form| form + 1);
            let longer = shortest..self.slots[place].blocks.len();
            let _ = longer.rev().any(|form| self.try_form(place, form, limit));
        }
    }

    /// Shows a result in a form if that keeps to the limit.
    fn try_form(&mut self, place: usize, form: usize, limit: usize) -> bool {
        let before = self.slots[place].chosen.replace(form);
        let fits = self.cost() <= limit;
        if !fits {
            self.slots[place].chosen = before;
        }
        fits
    }

    pub(super) fn cost(&self) -> usize {
        let pieces: usize = self.slots.iter().map(Slot::cost).sum();
        if self.is_empty() { 0 } else { pieces + self.around }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.iter().all(|slot| slot.chosen.is_none())
    }

    /// Whether every result is shown in its longest form.
    pub(super) fn is_complete(&self) -> bool {
        self.slots.iter().all(|slot| slot.chosen.is_some_and(|form| form + 1 == slot.blocks.len()))
    }

    /// What the cheapest result would cost alone.
    pub(super) fn smallest(&self) -> Option<usize> {
        let all = self.slots.iter().flat_map(|slot| &slot.blocks).map(|block| block.piece.n_tokens + self.around);
        all.min()
    }

    /// Files that are shown.
    pub(super) fn paths(&self) -> impl Iterator<Item = &RepoPath> {
        self.slots.iter().filter_map(Slot::shown).map(|block| &block.piece.path)
    }

    /// The candidates that are shown, in the order they are: what has lines first, then signatures alone, the best
    /// first in both.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.slots.len()).filter(|place| self.slots[*place].chosen.is_some()).collect();
        shown.sort_by_key(|place| self.slots[*place].is_signature());
        shown
    }

    pub(super) fn text(&self) -> String {
        let blocks: String = self
            .order()
            .iter()
            .filter_map(|place| self.slots[*place].shown())
            .map(|block| block.text.as_str())
            .collect();
        in_section(Section::Primary, &blocks, self.scale)
    }

    pub(super) fn into_pieces(self) -> Vec<ContextPiece> {
        let shown = self.order().into_iter().filter_map(|place| self.slots[place].shown());
        shown.map(|block| block.piece.clone()).collect()
    }
}
