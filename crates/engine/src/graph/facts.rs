//! What one file says about definitions, uses and imports, as numbers: all that resolving asks of it.
//!
//! Names are hashes, which are smaller and quicker to compare; only paths of imports stay text.

mod defined;
mod qualifier;

use quarry_source::{Import, ImportedName, Reference, ReferenceKind, Symbol, SymbolKind};
use quarry_store::{Base, DefinitionNode, Uses, WHOLE_FILE, name_hash};

use super::modules::{Family, chain, dotted};
pub(crate) use qualifier::{Part, chain_of};

/// One file's facts.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// In order of name, then symbol.
    pub(crate) definitions: Vec<DefinitionNode>,
    pub(crate) bases: Vec<Base>,
    pub(crate) references: Vec<ReferenceFact>,
    /// The parts of all qualifiers, one behind the other.
    pub(crate) parts: Vec<Part>,
    pub(crate) imports: Vec<ImportFact>,
    /// The type (or module) around each symbol, by symbol; [`WHOLE_FILE`] if there is none.
    pub(crate) around: Vec<u32>,
    /// By symbol.
    pub(crate) kinds: Vec<SymbolKind>,
}

/// A use of a name.
#[derive(Clone, Debug)]
pub(crate) struct ReferenceFact {
    pub(crate) kind: ReferenceKind,
    pub(crate) name: u32,
    /// Range of [`Facts::parts`].
    pub(crate) qualifier: std::ops::Range<u32>,
    /// The variable that gets it; 0 if none does.
    pub(crate) bound: u32,
    /// Whether that variable is a field of the object (`self.x`).
    pub(crate) binds_field: bool,
    /// The symbol around it, or [`WHOLE_FILE`].
    pub(crate) from: u32,
    pub(crate) line: u32,
}

/// An import with its hashes.
#[derive(Debug)]
pub(crate) struct ImportFact {
    pub(crate) path: Box<str>,
    /// What all of it is called here; 0 if the statement does not say.
    pub(crate) alias: u32,
    /// Name there, name here, and the name there as text: it may be a module.
    pub(crate) names: Vec<TakenName>,
    pub(crate) line: u32,
    /// How many modules of this file stand around it.
    pub(crate) depth: u32,
}

/// A name that an import takes.
#[derive(Debug)]
pub(crate) struct TakenName {
    pub(crate) text: Box<str>,
    pub(crate) name: u32,
    pub(crate) local: u32,
}

impl Facts {
    /// Of what a file defines and uses.
    pub(crate) fn of(symbols: &[Symbol], uses: &Uses, family: Family) -> Facts {
        let kinds = symbols.iter().map(|symbol| symbol.kind).collect();
        let mut facts = Facts { around: types_around(symbols), kinds, ..Facts::default() };
        let around = symbols_around(symbols, &uses.references);
        for (reference, from) in uses.references.iter().zip(around) {
            facts.add_reference(reference, from, family);
        }
        facts.bases = bases(&facts);
        facts.definitions = defined::definitions(symbols, &facts, family);
        let modules: Vec<&Symbol> = symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Module).collect();
        facts.imports = uses.imports.iter().map(|import| import_fact(import, &modules)).collect();
        if family == Family::Rust {
            facts.imports.extend(paths_in_code(&uses.references));
        }
        facts
    }

    fn add_reference(&mut self, reference: &Reference, from: u32, family: Family) {
        let start = self.parts.len() as u32;
        self.parts.extend(qualifier::parts(&reference.qualifier, family));
        let (binds_field, bound) = match reference.bound.rsplit_once('.') {
            Some((_, field)) => (true, field),
            None => (reference.bound.starts_with('@'), &*reference.bound),
        };
        self.references.push(ReferenceFact {
            kind: reference.kind,
            name: name_hash(&reference.name),
            qualifier: start..self.parts.len() as u32,
            bound: if bound.is_empty() { 0 } else { name_hash(bound.trim_start_matches(['$', '@'])) },
            binds_field,
            from,
            line: reference.line,
        });
    }

    /// What a reference is reached through.
    pub(crate) fn qualifier(&self, reference: &ReferenceFact) -> &[Part] {
        self.parts.get(reference.qualifier.start as usize..reference.qualifier.end as usize).unwrap_or_default()
    }

    /// Hashes of all names and parts of paths it mentions, ascending.
    pub(crate) fn uses(&self) -> Vec<u32> {
        let mut uses: Vec<u32> = self.references.iter().map(|reference| reference.name).collect();
        uses.extend(self.parts.iter().filter_map(|part| match part {
            Part::Name(name) | Part::Value(name) => Some(*name),
            Part::Own | Part::Super | Part::Unknown => None,
        }));
        for import in &self.imports {
            uses.extend(import.names.iter().map(|taken| taken.name));
            uses.extend(path_parts(&import.path).map(name_hash));
            let whole = dotted(&import.path);
            uses.push(whole);
            let last = import.path.rsplit('/').next().unwrap_or_default();
            uses.extend(path_parts(last).next().is_none().then(unnamed));
            uses.extend(import.names.iter().map(|taken| chain([whole, taken.name].into_iter())));
        }
        uses.sort_unstable();
        uses.dedup();
        uses
    }
}

/// What stands in the place of a word where an import's path ends without one: `.` and `../..` mean a file by no name.
pub(crate) fn unnamed() -> u32 {
    name_hash(".")
}

/// The words of an import's path.
pub(crate) fn path_parts(path: &str) -> impl Iterator<Item = &str> {
    path.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-')
        .filter(|part| !part.is_empty())
}

/// The innermost symbol around each reference; both in order of their first byte.
fn symbols_around(symbols: &[Symbol], references: &[Reference]) -> Vec<u32> {
    let mut open: Vec<u32> = Vec::new();
    let mut next = 0;
    let around = references.iter().map(|reference| {
        while symbols.get(next).is_some_and(|symbol| symbol.span.start <= reference.start) {
            open.push(next as u32);
            next += 1;
        }
        while open.last().is_some_and(|&last| symbols[last as usize].span.end <= reference.start) {
            open.pop();
        }
        // Symbols that overlap without nesting are rare; the innermost that still runs is meant.
        let still = open.iter().rev().find(|&&symbol| symbols[symbol as usize].span.end > reference.start);
        still.copied().unwrap_or(WHOLE_FILE)
    });
    around.collect()
}

/// The type around each symbol: its own place if it is one.
fn types_around(symbols: &[Symbol]) -> Vec<u32> {
    let mut around: Vec<u32> = Vec::with_capacity(symbols.len());
    for (place, symbol) in (0u32..).zip(symbols) {
        let inherited = || symbol.parent.and_then(|parent| around.get(parent as usize).copied()).unwrap_or(WHOLE_FILE);
        around.push(if symbol.kind.holds_methods() { place } else { inherited() });
    }
    around
}

/// What types are derived from. A field that is nothing but a type (Go) lends its methods to the type around it.
fn bases(facts: &Facts) -> Vec<Base> {
    let derived = facts.references.iter().filter(|reference| reference.kind == ReferenceKind::Implements);
    let mut bases: Vec<Base> = derived
        .filter_map(|reference| {
            let symbol = *facts.around.get(reference.from as usize)?;
            (symbol != WHOLE_FILE).then_some(Base { symbol, name: reference.name })
        })
        .collect();
    bases.sort_unstable();
    bases.dedup();
    bases
}

/// Rust names what it uses by paths without importing them; each is like an import of its own, without a line.
fn paths_in_code(references: &[Reference]) -> Vec<ImportFact> {
    let is_path = |text: &&str| text.split("::").all(|part| part.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let qualifiers = references.iter().map(|reference| &*reference.qualifier);
    let mut paths: Vec<&str> = qualifiers.filter(|path| !path.is_empty() && *path != "self").collect();
    paths.sort_unstable();
    paths.dedup();
    let with_parts = paths.into_iter().filter(is_path);
    with_parts
        .map(|path| {
            let alias = chain_of(&qualifier::parts(path, Family::Rust).collect::<Vec<_>>());
            ImportFact { path: path.into(), alias, names: Vec::new(), line: 0, depth: 0 }
        })
        .collect()
}

fn import_fact(import: &Import, modules: &[&Symbol]) -> ImportFact {
    let stands_in = |module: &&&Symbol| (module.span.start_line..=module.span.end_line).contains(&import.line);
    ImportFact {
        path: import.path.clone(),
        alias: if import.alias.is_empty() { 0 } else { name_hash(&import.alias) },
        names: import.names.iter().map(taken_name).collect(),
        line: import.line,
        depth: modules.iter().filter(stands_in).count() as u32,
    }
}

fn taken_name(taken: &ImportedName) -> TakenName {
    TakenName { text: taken.name.clone(), name: name_hash(&taken.name), local: name_hash(&taken.local) }
}
