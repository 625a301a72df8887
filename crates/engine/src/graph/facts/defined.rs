//! What a file defines, with all that others can see of it.

use std::collections::HashMap;

use quarry_source::{ReferenceKind, Symbol, SymbolKind};
use quarry_store::{DefinitionNode, WHOLE_FILE, name_hash};

use super::{Facts, Part};
use crate::graph::modules::{Family, dotted};
use crate::graph::values;

/// The definitions of a file, in order of name, then symbol.
pub(super) fn definitions(symbols: &[Symbol], facts: &Facts, family: Family) -> Vec<DefinitionNode> {
    let mut same: HashMap<u32, u32> = HashMap::new();
    let values = values_of_variables(facts);
    let first_types = first_types(facts);
    let mut definitions: Vec<DefinitionNode> = (0u32..)
        .zip(symbols)
        .map(|(place, symbol)| {
            let owner = owner(symbol, symbols);
            let name = dotted(&symbol.name);
            let value = match symbol.kind {
                SymbolKind::Function | SymbolKind::Method | SymbolKind::Declaration => {
                    match values::returned(&symbol.signature, &symbol.name, family) {
                        Some("Self" | "self" | "this" | "static") => owner,
                        Some(name) => name_hash(name),
                        None => 0,
                    }
                }
                // What an alias stands for is the first type that it names.
                SymbolKind::Type => first_types.get(&place).copied().unwrap_or_default(),
                _ => {
                    let parent = symbol.parent.unwrap_or(WHOLE_FILE);
                    let at = [place, parent].into_iter().find_map(|from| values.get(&(name, from)));
                    at.copied().unwrap_or_default()
                }
            };
            let qualified = name_hash(&symbol.qualified_name).wrapping_mul(31).wrapping_add(symbol.kind as u32);
            let n_before = same.entry(qualified).or_default();
            *n_before += 1;
            let first_base = facts.bases.partition_point(|base| base.symbol < place);
            let own_bases = facts.bases[first_base..].iter().take_while(|base| base.symbol == place);
            let shape = own_bases
                .map(|base| base.name)
                .fold(owner.rotate_left(8) ^ value.rotate_left(16) ^ symbol.kind as u32, |shape, base| {
                    shape.rotate_left(5).wrapping_add(base)
                });
            // Never 0, which stands for the file.
            let key = (qualified ^ (*n_before - 1).wrapping_mul(0x9e37_79b9)).max(1);
            DefinitionNode { name, symbol: place, key, shape, owner, value, kind: symbol.kind, line: symbol.name_line }
        })
        .collect();
    definitions.sort_unstable();
    definitions
}

/// The first type that each symbol names.
fn first_types(facts: &Facts) -> HashMap<u32, u32> {
    let mut first = HashMap::new();
    for reference in facts.references.iter().filter(|reference| reference.kind == ReferenceKind::Type) {
        first.entry(reference.from).or_insert(reference.name);
    }
    first
}

/// The types of variables and fields, by name and the symbol around: as annotated, or that of what they are set to.
fn values_of_variables(facts: &Facts) -> HashMap<(u32, u32), u32> {
    let mut values = HashMap::new();
    for reference in facts.references.iter().filter(|reference| reference.bound != 0) {
        let through = facts.qualifier(reference).last();
        let value = match (reference.kind, through) {
            // `Client::new()`: most likely a client.
            (ReferenceKind::Call, Some(Part::Name(name))) => *name,
            _ => reference.name,
        };
        values.entry((reference.bound, reference.from)).or_insert(value);
    }
    values
}

/// The name a symbol stands in: that of its parent, or what its qualified name begins with (`Client` of Go's `Client.send`).
fn owner(symbol: &Symbol, symbols: &[Symbol]) -> u32 {
    let last = |name: &str| name_hash(name.rsplit(['.', ':']).next().unwrap_or(name));
    if let Some(parent) = symbol.parent.and_then(|parent| symbols.get(parent as usize)) {
        return last(&parent.name);
    }
    let before = symbol.qualified_name.strip_suffix(&*symbol.name).unwrap_or_default();
    match before.trim_end_matches(['.', ':', '#']) {
        "" => 0,
        before => last(before),
    }
}
