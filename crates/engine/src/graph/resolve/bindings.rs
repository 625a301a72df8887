//! The variables of a file whose types the file itself tells.

use quarry_source::{ReferenceKind, SymbolKind};
use quarry_store::WHOLE_FILE;

use crate::graph::facts::{Facts, ReferenceFact};

/// How many of the last bindings of a variable are looked at for an annotation: generated functions set one thousands of times.
const MAX_LOOKED_AT: usize = 64;

/// Name of a variable, the symbol it belongs to, and the place of the reference that binds it.
type Row = (u32, u32, u32);

/// Which references give variables and fields their types; in order.
#[derive(Debug)]
pub(super) struct Bindings {
    /// By the function, or [`WHOLE_FILE`].
    variables: Vec<Row>,
    /// By the type.
    fields: Vec<Row>,
}

impl Bindings {
    pub(super) fn of(facts: &Facts) -> Bindings {
        let mut bindings = Bindings { variables: Vec::new(), fields: Vec::new() };
        for (place, one) in (0u32..).zip(&facts.references).filter(|(_, reference)| reference.bound != 0) {
            if !one.binds_field {
                bindings.variables.push((one.bound, one.from, place));
            }
            let of_type = facts.around.get(one.from as usize).copied().unwrap_or(WHOLE_FILE);
            // What stands in a field of the type and not in a method.
            let is_field = one.from == of_type || facts.kinds.get(one.from as usize) == Some(&SymbolKind::Field);
            if of_type != WHOLE_FILE && (one.binds_field || is_field) {
                bindings.fields.push((one.bound, of_type, place));
            }
        }
        bindings.variables.sort_unstable();
        bindings.fields.sort_unstable();
        bindings
    }

    /// What gives a variable its type at the place of a use: in the same function the last before it, else in the file.
    pub(super) fn of_variable<'a>(&self, facts: &'a Facts, name: u32, at: &ReferenceFact) -> Option<&'a ReferenceFact> {
        let reference = |row: &Row| facts.references.get(row.2 as usize);
        let is_other = |one: &&ReferenceFact| !std::ptr::eq(*one, at);
        let here = rows_of(&self.variables, name, at.from);
        let n_before = here.partition_point(|row| reference(row).is_some_and(|one| one.line <= at.line));
        let before = || here[..n_before].iter().rev().filter_map(reference).filter(is_other).take(MAX_LOOKED_AT);
        // An annotation says more than what is assigned.
        let annotated = before().find(|one| one.kind == ReferenceKind::Type);
        let around = || rows_of(&self.variables, name, WHOLE_FILE).iter().filter_map(reference).find(is_other);
        annotated.or_else(|| before().next()).or_else(around)
    }

    /// What gives a field of a type its type.
    pub(super) fn of_field<'a>(&self, facts: &'a Facts, name: u32, of_type: u32) -> Option<&'a ReferenceFact> {
        let (_, _, place) = rows_of(&self.fields, name, of_type).first()?;
        facts.references.get(*place as usize)
    }

    /// Whether a bare name is a variable of the function it stands in.
    pub(super) fn is_variable(&self, at: &ReferenceFact) -> bool {
        at.from != WHOLE_FILE && !rows_of(&self.variables, at.name, at.from).is_empty()
    }
}

fn rows_of(rows: &[Row], name: u32, of: u32) -> &[Row] {
    let start = rows.partition_point(|row| (row.0, row.1) < (name, of));
    let n_same = rows[start..].partition_point(|row| (row.0, row.1) == (name, of));
    &rows[start..start + n_same]
}
