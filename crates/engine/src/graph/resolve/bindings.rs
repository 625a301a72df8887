//! The variables of a file whose types the file itself tells.

use quarry_source::ReferenceKind;
use quarry_store::WHOLE_FILE;

use crate::graph::facts::{Facts, ReferenceFact};

/// Which references give variables their types.
#[derive(Debug)]
pub(super) struct Bindings {
    /// Name of the variable and place of the reference; in order.
    rows: Vec<(u32, u32)>,
}

impl Bindings {
    pub(super) fn of(facts: &Facts) -> Bindings {
        let bound = (0u32..).zip(&facts.references).filter(|(_, reference)| reference.bound != 0);
        let mut rows: Vec<(u32, u32)> = bound.map(|(place, reference)| (reference.bound, place)).collect();
        rows.sort_unstable();
        Bindings { rows }
    }

    fn of_name<'a>(&'a self, facts: &'a Facts, name: u32) -> impl Iterator<Item = &'a ReferenceFact> {
        let start = self.rows.partition_point(|(known, _)| *known < name);
        let rows = self.rows[start..].iter().take_while(move |(known, _)| *known == name);
        rows.filter_map(|(_, place)| facts.references.get(*place as usize))
    }

    /// What gives a variable its type at the place of a use: in the same function the last before it, else in the file.
    pub(super) fn of_variable<'a>(
        &'a self,
        facts: &'a Facts,
        name: u32,
        at: &ReferenceFact,
    ) -> Option<&'a ReferenceFact> {
        let is_other = |one: &&ReferenceFact| !std::ptr::eq(*one, at) && !one.binds_field;
        let here = || self.of_name(facts, name).filter(is_other).filter(|one| one.from == at.from);
        // An annotation says more than what is assigned.
        let annotated = here().filter(|one| one.kind == ReferenceKind::Type && one.line <= at.line).last();
        let assigned = || here().filter(|one| one.line <= at.line).last();
        let around = || self.of_name(facts, name).filter(is_other).find(|one| one.from == WHOLE_FILE);
        annotated.or_else(assigned).or_else(around)
    }

    /// What gives a field of the type around a use its type.
    pub(super) fn of_field<'a>(&'a self, facts: &'a Facts, name: u32, of_type: u32) -> Option<&'a ReferenceFact> {
        let around = |from: u32| facts.around.get(from as usize).copied().unwrap_or(WHOLE_FILE);
        let fields = self.of_name(facts, name).filter(|one| around(one.from) == of_type && of_type != WHOLE_FILE);
        let in_methods = |one: &&ReferenceFact| one.binds_field || one.from == of_type || is_own(facts, one, of_type);
        fields.into_iter().find(in_methods)
    }

    /// Whether a bare name is a variable of the function it stands in.
    pub(super) fn is_variable(&self, facts: &Facts, at: &ReferenceFact) -> bool {
        at.from != WHOLE_FILE && self.of_name(facts, at.name).any(|one| one.from == at.from && !one.binds_field)
    }
}

/// Whether a reference stands in a field of the type and not in a method.
fn is_own(facts: &Facts, reference: &ReferenceFact, of_type: u32) -> bool {
    let definition = facts.definitions.iter().find(|definition| definition.symbol == reference.from);
    reference.from == of_type
        || definition.is_some_and(|definition| definition.kind == quarry_source::SymbolKind::Field)
}
