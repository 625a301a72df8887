//! Types: what a name, a variable or the value of a call is an object of, and what such objects have.

use quarry_source::{Confidence, ReferenceKind, SymbolKind};
use quarry_store::{DefinitionNode, FileId, WHOLE_FILE};

use super::kinds::is_type;
use super::{Lookup, MAX_DEPTH, Meaning, Resolver, Subject};
use crate::graph::definitions::Site;
use crate::graph::facts::ReferenceFact;

/// A type, by its name and where it is defined.
#[derive(Clone, Debug)]
pub(super) struct TypeAt {
    pub(super) name: u32,
    pub(super) files: Vec<FileId>,
    pub(super) confidence: Confidence,
}

impl TypeAt {
    /// The type that these definitions are, if they are one. An alias is what it stands for by name only.
    pub(super) fn of_sites(sites: &[Site], confidence: Confidence) -> Option<TypeAt> {
        let types = sites.iter().filter(|site| is_type(site.node.kind) || site.node.kind == SymbolKind::Implementation);
        let mut files: Vec<FileId> = types.clone().map(|site| site.file).collect();
        files.dedup();
        let name = types.map(|site| site.node.name).next()?;
        Some(TypeAt { name, files, confidence })
    }
}

impl Resolver<'_> {
    /// What a member of a type means; looks in the type, in what adds to it, and in what it is derived from.
    pub(super) fn member(&self, of_type: &TypeAt, name: u32, depth: u32) -> Option<Meaning> {
        if depth > MAX_DEPTH {
            return None;
        }
        let belongs = |site: &Site| {
            site.node.owner == of_type.name
                && !matches!(site.node.kind, SymbolKind::Implementation | SymbolKind::Module)
        };
        let own = of_type.files.iter().flat_map(|file| {
            self.definitions.in_file(*file, name).iter().map(|node| Site { file: *file, node: *node })
        });
        let own: Vec<Site> = own.filter(belongs).collect();
        let found = |sites: Vec<Site>| {
            let sites = super::preferred(sites, ReferenceKind::Call);
            (!sites.is_empty()).then_some(Meaning { sites, confidence: of_type.confidence })
        };
        // A header declares what another file defines.
        let has_body = own.iter().any(|site| site.node.kind != SymbolKind::Declaration);
        if has_body {
            return found(own);
        }
        let added =
            || self.definitions.named(name).into_iter().filter(belongs).filter(|site| self.adds_to(of_type, site.file));
        let added: Vec<Site> = added().collect();
        found(added)
            .or_else(|| found(own))
            .or_else(|| self.inherited(of_type, name, depth))
            .or_else(|| self.member(&self.stands_for(of_type)?, name, depth + 1))
    }

    /// The type that an alias stands for.
    fn stands_for(&self, of_type: &TypeAt) -> Option<TypeAt> {
        let file = *of_type.files.first()?;
        let is_alias = |node: &&DefinitionNode| node.kind == SymbolKind::Type && node.value != 0;
        let alias = self.definitions.in_file(file, of_type.name).iter().find(is_alias)?;
        match self.type_named(file, alias.value) {
            Lookup::Found(found) if found.name != of_type.name => Some(found),
            _ => None,
        }
    }

    /// Whether what a file defines for a type of that name is for this type: it lies beside, or there is only one such type.
    fn adds_to(&self, of_type: &TypeAt, file: FileId) -> bool {
        let family = |file: FileId| self.family(file);
        let directory = |file: FileId| self.tree.record(file).map(|record| record.path.directory());
        let is_mate = of_type.files.iter().any(|one| family(*one) == family(file));
        let is_beside = || of_type.files.iter().any(|one| directory(*one) == directory(file));
        let is_only = || {
            let mut same = self.definitions.named(of_type.name).into_iter().filter(|site| is_type(site.node.kind));
            let others = same.any(|site| family(site.file) == family(file) && !of_type.files.contains(&site.file));
            !others
        };
        is_mate && (is_beside() || is_only())
    }

    /// What a type is derived from: names, and the files that name them.
    pub(super) fn bases(&self, of_type: &TypeAt) -> Vec<(FileId, u32)> {
        let of_file = |file: &FileId| {
            let file = *file;
            self.definitions.bases_of(file, of_type.name).into_iter().map(move |base| (file, base))
        };
        of_type.files.iter().flat_map(of_file).collect()
    }

    /// What a type has from those it is derived from.
    pub(super) fn inherited(&self, of_type: &TypeAt, name: u32, depth: u32) -> Option<Meaning> {
        self.bases(of_type).into_iter().find_map(|(file, base)| match self.type_named(file, base) {
            Lookup::Found(base) => self.member(&base, name, depth + 1),
            Lookup::External | Lookup::Unknown => None,
        })
    }

    /// Whether all that a type is derived from is in this repository, so that what is missing in it is missing.
    pub(super) fn is_complete(&self, of_type: &TypeAt, depth: u32) -> bool {
        depth <= MAX_DEPTH
            && of_type.confidence.is_sure()
            && self.bases(of_type).into_iter().all(|(file, base)| match self.type_named(file, base) {
                Lookup::Found(base) => self.is_complete(&base, depth + 1),
                Lookup::External | Lookup::Unknown => false,
            })
    }

    /// The type that a file means by a name.
    pub(super) fn type_named(&self, file: FileId, name: u32) -> Lookup<TypeAt> {
        let own: Vec<Site> =
            self.definitions.in_file(file, name).iter().map(|node| Site { file, node: *node }).collect();
        let has_type = own.iter().any(|site| is_type(site.node.kind));
        if has_type && let Some(found) = TypeAt::of_sites(&own, Confidence::SameFile) {
            return Lookup::Found(found);
        }
        match self.imported(file, name) {
            Lookup::Found(sites) => {
                return TypeAt::of_sites(&sites, Confidence::Import).map_or(Lookup::External, Lookup::Found);
            }
            Lookup::External => return Lookup::External,
            Lookup::Unknown => {}
        }
        if let Some(found) = TypeAt::of_sites(&self.visible(file, name), Confidence::Import) {
            return Lookup::Found(found);
        }
        let family = self.family(file);
        let is_mate = |site: &Site| self.family(site.file) == family;
        let anywhere: Vec<Site> =
            self.definitions.named(name).into_iter().filter(|site| is_type(site.node.kind) && is_mate(site)).collect();
        match TypeAt::of_sites(&anywhere, Confidence::UniqueName) {
            Some(found) if found.files.len() == 1 => Lookup::Found(found),
            _ => Lookup::Unknown,
        }
    }

    /// The type around a use.
    pub(super) fn own_type(&self, subject: &Subject<'_>, reference: &ReferenceFact) -> Option<TypeAt> {
        let around = subject.facts.around.get(reference.from as usize).copied().unwrap_or(WHOLE_FILE);
        let name = match subject.names.get(around as usize) {
            Some((name, _)) => *name,
            // A method that stands outside of its type (Go, C++) names it.
            None => subject.names.get(reference.from as usize)?.1,
        };
        if name == 0 {
            return None;
        }
        let own = TypeAt { name, files: vec![subject.id], confidence: Confidence::SameFile };
        let is_here = self.definitions.in_file(subject.id, name).iter().any(|node| is_type(node.kind));
        if is_here {
            return Some(own);
        }
        // The block adds to a type of another file.
        match self.type_named(subject.id, name) {
            Lookup::Found(mut found) => {
                found.files.push(subject.id);
                Some(found)
            }
            Lookup::External | Lookup::Unknown => Some(own),
        }
    }
}
