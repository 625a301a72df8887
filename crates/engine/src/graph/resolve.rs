//! Uses of names become edges: what each name of a file means, and how sure that is.
//!
//! In:  one file's facts, and the definitions and exports of all files.
//! Out: its edges, in order. Nothing else decides them, so that a change elsewhere touches only files that mention it.
//!
//! A name is looked for where the language would look: around it, in the file, among the imports, in the package, in what
//! the imports open up. Methods are looked for in the type of what they are called on, as far as sources tell it. Only then
//! is the name alone compared with all definitions, and the edge says so.

mod bindings;
mod items;
mod kinds;
mod tests_of;
mod types;

use quarry_source::{Confidence, EdgeKind, ReferenceKind, SymbolKind};
use quarry_store::{DefinitionNode, Exported, FileId, NO_TARGET, StoredEdge, WHOLE_FILE};

use super::definitions::{Definitions, Site};
use super::facts::{Facts, Part, ReferenceFact, chain_of};
use super::modules::{Family, Link};
use super::tree::Tree;
pub(crate) use tests_of::tested_stem;

use bindings::Bindings;
use kinds::{is_member, preferred, suits};
use types::TypeAt;

/// A use that may mean more definitions than this has no certain target.
const MAX_CANDIDATES: usize = 8;
/// How far types are followed: through bases, values of calls and fields.
const MAX_DEPTH: u32 = 6;

/// What resolving looks things up in.
pub(crate) struct Resolver<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) definitions: &'a Definitions<'a>,
    /// By file number.
    pub(crate) families: &'a [Option<Family>],
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

impl Resolver<'_> {
    /// The edges of a file, in order.
    pub(crate) fn edges(&self, id: FileId, facts: &Facts, links: &[Link]) -> Vec<StoredEdge> {
        let Some(family) = self.families.get(id.0 as usize).copied().flatten() else { return Vec::new() };
        let mut names = vec![(0, 0); facts.around.len()];
        for definition in &facts.definitions {
            names[definition.symbol as usize] = (definition.name, definition.owner);
        }
        let subject = Subject { id, family, facts, bindings: Bindings::of(facts), names };
        let mut edges = Vec::new();
        for reference in &facts.references {
            if let Some(meaning) = self.meaning(&subject, reference, 0) {
                add_edges(&mut edges, id, reference, &meaning);
            }
        }
        let used: Vec<FileId> = edges.iter().map(|edge| edge.file).collect();
        links.iter().filter(|link| link.line > 0).for_each(|link| self.add_import(&mut edges, link, id, &used));
        let test = self.tree.record(id).and_then(|record| self.test_edge(record, &edges));
        edges.extend(test);
        edges.sort_unstable();
        edges.dedup();
        edges
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
        if subject.bindings.is_variable(subject.facts, reference) {
            return Lookup::External;
        }
        match self.imported(subject.id, reference.name) {
            Lookup::Found(sites) => return found(sites, Confidence::Import),
            Lookup::External => return Lookup::External,
            Lookup::Unknown => {}
        }
        let visible = self.visible(subject.id, reference.name);
        let visible = visible.into_iter().filter(|site| suits(reference.kind, site.node.kind)).collect();
        found(self.with_bodies(subject.family, visible), Confidence::Import)
    }

    /// In C a header declares what another file defines: that one is meant, if it is the only one or beside the header.
    fn with_bodies(&self, family: Family, declared: Vec<Site>) -> Vec<Site> {
        let only_declares = declared.iter().all(|site| site.node.kind == SymbolKind::Declaration);
        let Some(first) = declared.first().filter(|_| family == Family::C && only_declares) else { return declared };
        let family_of = |file: FileId| self.families.get(file.0 as usize).copied().flatten();
        let has_body = |site: &Site| site.node.kind == SymbolKind::Function && family_of(site.file) == Some(family);
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

    /// A name that is reached through others.
    fn qualified(
        &self,
        subject: &Subject<'_>,
        reference: &ReferenceFact,
        parts: &[Part],
        depth: u32,
    ) -> Lookup<Meaning> {
        // A module, as far as the parts name one; what is left names types in it.
        for n_parts in (1..=parts.len()).rev() {
            let (module, rest) = parts.split_at(n_parts);
            let exports = self.definitions.exports(subject.id, chain_of(module));
            if exports.is_empty() {
                continue;
            }
            if exports.iter().all(|export| export.file == NO_TARGET) {
                return Lookup::External;
            }
            let mut sites = Vec::new();
            for export in exports.iter().filter(|export| is_module(export.what)) {
                let files = self.opened(export);
                match rest {
                    [] => sites.extend(self.items(&files, reference.name, MAX_DEPTH)),
                    [Part::Name(of_type), ..] => {
                        let found = self.items(&files, *of_type, MAX_DEPTH);
                        let of_type = TypeAt::of_sites(&found, Confidence::Import);
                        if let Some(meaning) = of_type.and_then(|found| self.member(&found, reference.name, depth)) {
                            return Lookup::Found(meaning);
                        }
                    }
                    _ => {}
                }
            }
            let sites = preferred(sites, reference.kind);
            if !sites.is_empty() {
                return Lookup::Found(Meaning { sites, confidence: Confidence::Import });
            }
            if rest.is_empty() && exports.iter().all(|export| is_module(export.what)) {
                return Lookup::External;
            }
        }
        // A module that is written out in full need not be imported.
        let named_in_full =
            preferred(self.items(&self.definitions.modules_named(chain_of(parts)), reference.name, 0), reference.kind);
        if !named_in_full.is_empty() && matches!(subject.family, Family::Elixir | Family::CSharp) {
            return Lookup::Found(Meaning { sites: named_in_full, confidence: Confidence::Import });
        }
        if let [.., Part::Name(module)] = parts
            && let Some(meaning) = self.in_own_module(subject, reference, *module)
        {
            return Lookup::Found(meaning);
        }
        match self.type_of(subject, reference, parts, depth + 1) {
            Lookup::Found(of_type) => match self.member(&of_type, reference.name, depth) {
                Some(meaning) => Lookup::Found(meaning),
                // A method that the type and its bases do not define comes from outside, if all of them are known.
                None if self.is_complete(&of_type, depth) => Lookup::External,
                None => Lookup::Unknown,
            },
            Lookup::External => Lookup::External,
            Lookup::Unknown => Lookup::Unknown,
        }
    }

    /// A definition in a module that the file itself holds.
    fn in_own_module(&self, subject: &Subject<'_>, reference: &ReferenceFact, module: u32) -> Option<Meaning> {
        let is_module = |node: &DefinitionNode| node.kind == SymbolKind::Module;
        if !self.definitions.in_file(subject.id, module).iter().any(is_module) {
            return None;
        }
        let inside = self.definitions.in_file(subject.id, reference.name).iter().filter(|node| node.owner == module);
        let sites = preferred(inside.map(|node| Site { file: subject.id, node: *node }).collect(), reference.kind);
        (!sites.is_empty()).then_some(Meaning { sites, confidence: Confidence::SameFile })
    }

    /// Every definition of the name that the use could mean.
    fn by_name_alone(&self, subject: &Subject<'_>, reference: &ReferenceFact, parts: &[Part]) -> Option<Meaning> {
        let is_qualified = !parts.is_empty();
        let fits = |site: &Site| {
            self.families.get(site.file.0 as usize).copied().flatten() == Some(subject.family)
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

    /// The edges of an import statement: to the files it names, and as a reference to the definition it takes.
    fn add_import(&self, edges: &mut Vec<StoredEdge>, link: &Link, from: FileId, used: &[FileId]) {
        let edge = |file, key, n_candidates: usize| StoredEdge {
            line: link.line,
            kind: if key == 0 { EdgeKind::Imports } else { EdgeKind::References },
            name: if link.name == 0 { link.local } else { link.name },
            file,
            key,
            from: WHOLE_FILE,
            confidence: Confidence::Import,
            n_candidates: u16::try_from(n_candidates).unwrap_or(u16::MAX),
        };
        if matches!(link.what, Exported::Package | Exported::OpenPackage | Exported::Namespace) {
            // Of a package an import means what is used of it.
            let mut opened: Vec<FileId> = link.exports().flat_map(|export| self.opened(&export)).collect();
            opened.retain(|file| used.contains(file) && *file != from);
            let files = if opened.is_empty() { link.files.clone() } else { opened };
            edges.extend(files.into_iter().filter(|file| *file != from).map(|file| edge(file, 0, 1)));
            return;
        }
        for file in link.files.iter().copied().filter(|file| *file != from) {
            edges.push(edge(file, 0, link.files.len()));
        }
        if link.what == Exported::Item {
            let sites = self.items(&link.files, link.name, MAX_DEPTH);
            edges.extend(sites.iter().take(MAX_CANDIDATES).map(|site| edge(site.file, site.node.key, sites.len())));
        }
    }
}

fn add_edges(edges: &mut Vec<StoredEdge>, id: FileId, reference: &ReferenceFact, meaning: &Meaning) {
    let n_candidates = u16::try_from(meaning.sites.len()).unwrap_or(u16::MAX);
    let edge = |kind, file, key, confidence| StoredEdge {
        line: reference.line,
        kind,
        name: reference.name,
        file,
        key,
        from: reference.from,
        confidence,
        n_candidates,
    };
    // The overloads of a method whose type is known are all meant.
    if meaning.sites.len() > MAX_CANDIDATES && !meaning.confidence.is_sure() {
        let kind = kinds::edge_kind(reference.kind, SymbolKind::Class);
        edges.push(edge(kind, NO_TARGET, 0, Confidence::Ambiguous));
        return;
    }
    for site in &meaning.sites {
        let kind = kinds::edge_kind(reference.kind, site.node.kind);
        // What is sure is so by the file itself, or by what leads out of it.
        let confidence = match meaning.confidence {
            sure if sure.is_sure() && site.file == id => Confidence::SameFile,
            sure if sure.is_sure() => Confidence::Import,
            unsure => unsure,
        };
        edges.push(edge(kind, site.file, site.node.key, confidence));
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

fn is_module(what: Exported) -> bool {
    matches!(what, Exported::Module | Exported::Package)
}

/// Whether a method can be called by its name alone inside of its type.
fn has_implicit_this(family: Family) -> bool {
    matches!(family, Family::Jvm | Family::CSharp | Family::C | Family::Swift | Family::Ruby)
}
