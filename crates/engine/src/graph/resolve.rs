//! Uses of names become edges: what each name of a file means, and how sure that is.
//!
//! In:  one file's facts, and the definitions and exports of all files.
//! Out: its edges, in order. Nothing else decides them, so that a change elsewhere touches only files that mention it.
//!
//! A name is looked for where the language would look: around it, in the file, among the imports, in the package, in what
//! the imports open up. Methods are looked for in the type of what they are called on, as far as sources tell it. Only then
//! is the name alone compared with all definitions, and the edge says so.

mod bindings;
mod edges;
mod items;
mod kinds;
mod qualified;
mod reach;
mod tests_of;
mod type_of;
mod types;

use std::cell::RefCell;

use quarry_source::{Confidence, ReferenceKind, SymbolKind};
use quarry_store::{DefinitionNode, FileId, WHOLE_FILE};

use super::definitions::{Definitions, Site};
use super::facts::{Facts, Part, ReferenceFact};
use super::modules::Family;
use super::tree::Tree;
pub(crate) use tests_of::tested_stem;

use bindings::Bindings;
use kinds::{is_member, preferred, suits};
use reach::Seen;

/// A use that may mean more definitions than this has no certain target.
const MAX_CANDIDATES: usize = 8;
/// How far types are followed: through bases, values of calls and fields.
const MAX_DEPTH: u32 = 6;

/// What resolving looks things up in. Made for one file: what it was asked once it remembers.
pub(crate) struct Resolver<'a> {
    tree: &'a Tree<'a>,
    definitions: &'a Definitions<'a>,
    /// By file number.
    families: &'a [Option<Family>],
    seen: RefCell<Seen>,
}

/// What a name means.
#[derive(Clone, Debug)]
pub(crate) struct Meaning {
    sites: Vec<Site>,
    confidence: Confidence,
}

/// What looking for something gave.
#[derive(Clone, Debug)]
enum Lookup<T> {
    Found(T),
    /// It is known, and not in this repository.
    External,
    Unknown,
}

/// One file while its names are resolved.
struct Subject<'a> {
    id: FileId,
    family: Family,
    facts: &'a Facts,
    bindings: Bindings,
    /// Name of the definition, and of what it stands in, by symbol.
    names: Vec<(u32, u32)>,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(
        tree: &'a Tree<'a>,
        definitions: &'a Definitions<'a>,
        families: &'a [Option<Family>],
    ) -> Resolver<'a> {
        Resolver { tree, definitions, families, seen: RefCell::default() }
    }
}

impl Resolver<'_> {
    /// The languages whose definitions a file can use.
    fn family(&self, file: FileId) -> Option<Family> {
        self.families.get(file.0 as usize).copied().flatten()
    }

    /// What a name means; `None` if it is nothing of this repository.
    fn meaning(&self, subject: &Subject<'_>, reference: &ReferenceFact, depth: u32) -> Option<Meaning> {
        if depth > MAX_DEPTH {
            return None;
        }
        let parts = subject.facts.qualifier(reference);
        let found = match parts {
            [] => self.bare(subject, reference, depth),
            parts => self.qualified(subject, reference, parts, depth),
        };
        match found {
            Lookup::Found(meaning) => Some(meaning),
            Lookup::External => None,
            Lookup::Unknown => self.by_name_alone(subject, reference, parts),
        }
    }

    /// A name that stands alone.
    fn bare(&self, subject: &Subject<'_>, reference: &ReferenceFact, depth: u32) -> Lookup<Meaning> {
        let found = |sites: Vec<Site>, confidence| {
            let sites = preferred(sites, reference.kind);
            if sites.is_empty() { Lookup::Unknown } else { Lookup::Found(Meaning { sites, confidence }) }
        };
        let own = self.nearest_in_file(subject, reference);
        if !own.is_empty() {
            return found(own, Confidence::SameFile);
        }
        // Where methods are called by their names alone, a variable of that name does not hide them.
        if has_implicit_this(subject.family)
            && let Some(own) = self.own_type(subject, reference)
            && let Some(meaning) = self.member(&own, reference.name, depth)
        {
            return Lookup::Found(meaning);
        }
        if subject.bindings.is_variable(reference) {
            return Lookup::External;
        }
        match self.imported(subject.id, reference.name) {
            Lookup::Found(sites) => return found(sites, Confidence::Import),
            Lookup::External => return Lookup::External,
            Lookup::Unknown => {}
        }
        let visible = self.visible(subject.id, reference.name);
        let visible = visible.iter().filter(|site| suits(reference.kind, site.node.kind)).copied().collect();
        found(self.with_bodies(subject.family, visible), Confidence::Import)
    }

    /// In C a header declares what another file defines: that one is meant, if it is the only one or beside the header.
    fn with_bodies(&self, family: Family, declared: Vec<Site>) -> Vec<Site> {
        let only_declares = declared.iter().all(|site| site.node.kind == SymbolKind::Declaration);
        let Some(first) = declared.first().filter(|_| family == Family::C && only_declares) else { return declared };
        let has_body = |site: &Site| site.node.kind == SymbolKind::Function && self.family(site.file) == Some(family);
        let bodies: Vec<Site> = self.definitions.named(first.node.name).into_iter().filter(has_body).collect();
        let stem = |file: FileId| self.tree.record(file).map(|record| record.path.stem());
        let beside: Vec<Site> = bodies.iter().filter(|site| stem(site.file) == stem(first.file)).copied().collect();
        match (beside.len(), bodies.len()) {
            (1, _) => beside,
            (_, 1) => bodies,
            _ => declared,
        }
    }

    /// The definitions of a file itself that a bare name can mean: those around the use before those farther out.
    fn nearest_in_file(&self, subject: &Subject<'_>, reference: &ReferenceFact) -> Vec<Site> {
        let defined = self.definitions.in_file(subject.id, reference.name).iter();
        let sites = defined.filter(|node| suits(reference.kind, node.kind) && !is_member(node));
        let sites: Vec<Site> = sites.map(|node| Site { file: subject.id, node: *node }).collect();
        if sites.len() < 2 {
            return sites;
        }
        let around = subject.names.get(reference.from as usize).copied().unwrap_or_default();
        let is_inside = |site: &&Site| site.node.owner != 0 && [around.0, around.1].contains(&site.node.owner);
        let inside: Vec<Site> = sites.iter().filter(is_inside).copied().collect();
        let candidates = if inside.is_empty() { sites } else { inside };
        let before = candidates.iter().filter(|site| site.node.symbol <= reference.from);
        let nearest = before.max_by_key(|site| site.node.symbol).or(candidates.first());
        // Clauses and overloads of one thing have the same owner and kind.
        let same = |site: &&Site| {
            nearest.is_some_and(|one| one.node.owner == site.node.owner && one.node.kind == site.node.kind)
        };
        match reference.from {
            WHOLE_FILE => candidates,
            _ if candidates.iter().all(|site| same(&site)) && candidates[0].node.owner == 0 => candidates,
            _ => nearest.copied().into_iter().collect(),
        }
    }

    /// Every definition of the name that the use could mean.
    fn by_name_alone(&self, subject: &Subject<'_>, reference: &ReferenceFact, parts: &[Part]) -> Option<Meaning> {
        let is_qualified = !parts.is_empty();
        let fits = |site: &Site| {
            self.family(site.file) == Some(subject.family)
                && suits(reference.kind, site.node.kind)
                && (is_qualified || !is_member(&site.node) || has_implicit_this(subject.family))
                && (!is_qualified || reference.kind != ReferenceKind::Call || is_member(&site.node) || parts.len() == 1)
                && may_be_meant(subject.family, &site.node)
        };
        let sites =
            preferred(self.definitions.named(reference.name).into_iter().filter(fits).collect(), reference.kind);
        let n_things = {
            let mut things: Vec<(FileId, u32)> = sites.iter().map(|site| (site.file, site.node.owner)).collect();
            things.dedup();
            things.len()
        };
        match n_things {
            0 => None,
            1 => Some(Meaning { sites, confidence: Confidence::UniqueName }),
            _ => Some(Meaning { sites, confidence: Confidence::Ambiguous }),
        }
    }
}

/// Whether a name alone may mean a definition. A field or a bare declaration of that name is most often something else, but
/// JavaScript keeps functions in fields and C declares them.
fn may_be_meant(family: Family, node: &DefinitionNode) -> bool {
    match node.kind {
        SymbolKind::Variable => false,
        kind if kinds::holds_value(kind) => family == Family::JavaScript,
        SymbolKind::Declaration => node.owner != 0 || family == Family::C,
        _ => true,
    }
}

/// Whether a method can be called by its name alone inside of its type.
fn has_implicit_this(family: Family) -> bool {
    matches!(family, Family::Jvm | Family::CSharp | Family::C | Family::Swift | Family::Ruby)
}
