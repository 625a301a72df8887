//! Names that are reached through others: through modules, or through the type of what stands before them.

use quarry_source::{Confidence, SymbolKind};
use quarry_store::{DefinitionNode, Exported, NO_TARGET};

use super::kinds::preferred;
use super::types::TypeAt;
use super::{Lookup, MAX_DEPTH, Meaning, Resolver, Subject};
use crate::graph::definitions::Site;
use crate::graph::facts::{Part, ReferenceFact, chain_of};
use crate::graph::modules::Family;

impl Resolver<'_> {
    /// A name that is reached through others.
    pub(super) fn qualified(
        &self,
        subject: &Subject<'_>,
        reference: &ReferenceFact,
        parts: &[Part],
        depth: u32,
    ) -> Lookup<Meaning> {
        if let Some(found) = self.through_modules(subject, reference, parts, depth) {
            return found;
        }
        // A module that is written out in full need not be imported.
        if matches!(subject.family, Family::Elixir | Family::CSharp) {
            let named_in_full = self.items(&self.definitions.modules_named(chain_of(parts)), reference.name, 0);
            let sites = preferred(named_in_full, reference.kind);
            if !sites.is_empty() {
                return Lookup::Found(Meaning { sites, confidence: Confidence::Import });
            }
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

    /// What the imports of a file lead to; `None` if the parts begin with no module that it imports.
    fn through_modules(
        &self,
        subject: &Subject<'_>,
        reference: &ReferenceFact,
        parts: &[Part],
        depth: u32,
    ) -> Option<Lookup<Meaning>> {
        // A module, as far as the parts name one; what is left names types in it.
        for n_parts in (1..=parts.len()).rev() {
            let (module, rest) = parts.split_at(n_parts);
            let exports = self.definitions.exports(subject.id, chain_of(module));
            if exports.is_empty() {
                continue;
            }
            if exports.iter().all(|export| export.file == NO_TARGET) {
                return Some(Lookup::External);
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
                            return Some(Lookup::Found(meaning));
                        }
                    }
                    _ => {}
                }
            }
            let sites = preferred(sites, reference.kind);
            if !sites.is_empty() {
                return Some(Lookup::Found(Meaning { sites, confidence: Confidence::Import }));
            }
            if rest.is_empty() && exports.iter().all(|export| is_module(export.what)) {
                return Some(Lookup::External);
            }
        }
        None
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
}

/// Whether an export is a name to reach others through.
pub(super) fn is_module(what: Exported) -> bool {
    matches!(what, Exported::Module | Exported::Package)
}
