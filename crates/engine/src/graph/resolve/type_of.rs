//! The types of expressions, as far as sources tell them: of names, calls, fields, and what is reached through those.

use quarry_source::{Confidence, ReferenceKind};
use quarry_store::{NO_TARGET, WHOLE_FILE};

use super::kinds::holds_value;
use super::qualified::is_module;
use super::types::TypeAt;
use super::{Lookup, MAX_DEPTH, Meaning, Resolver, Subject, has_implicit_this};
use crate::graph::definitions::Site;
use crate::graph::facts::{Part, ReferenceFact, chain_of};

impl Resolver<'_> {
    /// The type of what a qualifier names.
    pub(super) fn type_of(
        &self,
        subject: &Subject<'_>,
        at: &ReferenceFact,
        parts: &[Part],
        depth: u32,
    ) -> Lookup<TypeAt> {
        let Some((first, rest)) = parts.split_first() else { return Lookup::Unknown };
        if depth > MAX_DEPTH {
            return Lookup::Unknown;
        }
        let mut current = match *first {
            Part::Own => match self.own_type(subject, at) {
                Some(own) => Lookup::Found(own),
                None => Lookup::Unknown,
            },
            Part::Super => match self.own_type(subject, at) {
                // What is asked of the base is not what the type itself defines.
                Some(own) => self.first_base(&own),
                None => Lookup::Unknown,
            },
            Part::Name(name) => self.type_of_name(subject, at, name, depth),
            Part::Value(name) => self.type_of_call(subject, at, name, depth),
            Part::Unknown => Lookup::Unknown,
        };
        for (place, part) in rest.iter().enumerate() {
            let Lookup::Found(of_type) = &current else { return current };
            let (Part::Name(name) | Part::Value(name)) = *part else { return Lookup::Unknown };
            // A field of the object that its own file sets or declares.
            let around = subject.facts.around.get(at.from as usize).copied().unwrap_or(WHOLE_FILE);
            let set_here = (place == 0 && *first == Part::Own)
                .then(|| subject.bindings.of_field(subject.facts, name, around))
                .flatten();
            current = match set_here {
                Some(binding) if !std::ptr::eq(binding, at) => self.type_of_binding(subject, binding, depth + 1),
                _ => self.type_of_member(of_type, name, depth),
            };
        }
        current
    }

    fn first_base(&self, of_type: &TypeAt) -> Lookup<TypeAt> {
        match self.bases(of_type).first() {
            Some((file, base)) => self.type_named(*file, *base),
            None => Lookup::Unknown,
        }
    }

    /// The type of a field, or of the value of a method.
    fn type_of_member(&self, of_type: &TypeAt, name: u32, depth: u32) -> Lookup<TypeAt> {
        let Some(meaning) = self.member(of_type, name, depth + 1) else { return Lookup::Unknown };
        self.type_of_value(&meaning, Some(of_type))
    }

    /// The type that a definition has or returns.
    fn type_of_value(&self, meaning: &Meaning, of_type: Option<&TypeAt>) -> Lookup<TypeAt> {
        let Some(site) = meaning.sites.first() else { return Lookup::Unknown };
        if let Some(found) = TypeAt::of_sites(&meaning.sites, meaning.confidence) {
            return Lookup::Found(found);
        }
        match (site.node.value, of_type) {
            (0, _) => Lookup::Unknown,
            (value, Some(of_type)) if value == of_type.name => Lookup::Found(of_type.clone()),
            (value, _) => match self.type_named(site.file, value) {
                Lookup::Found(found) => {
                    let confidence = found.confidence.max(meaning.confidence);
                    Lookup::Found(TypeAt { confidence, ..found })
                }
                other => other,
            },
        }
    }

    /// The type of a name in front of another: a variable's, or the type of that name.
    fn type_of_name(&self, subject: &Subject<'_>, at: &ReferenceFact, name: u32, depth: u32) -> Lookup<TypeAt> {
        if let Some(binding) = subject.bindings.of_variable(subject.facts, name, at) {
            return self.type_of_binding(subject, binding, depth + 1);
        }
        if has_implicit_this(subject.family)
            && let found @ Lookup::Found(_) = self.type_of(subject, at, &[Part::Own, Part::Name(name)], depth + 1)
        {
            return found;
        }
        let named = self.type_named(subject.id, name);
        if matches!(named, Lookup::Found(_)) {
            return named;
        }
        // A value that the file defines or imports.
        let own = self.definitions.in_file(subject.id, name).iter().map(|node| Site { file: subject.id, node: *node });
        let own: Vec<Site> = own.filter(|site| site.node.value != 0 && site.node.owner == 0).collect();
        if !own.is_empty() {
            return self.type_of_value(&Meaning { sites: own, confidence: Confidence::SameFile }, None);
        }
        match self.imported(subject.id, name) {
            Lookup::Found(sites) => self.type_of_value(&Meaning { sites, confidence: Confidence::Import }, None),
            Lookup::External => Lookup::External,
            Lookup::Unknown => Lookup::Unknown,
        }
    }

    /// The type of the value of a call that stands in a qualifier: `open()` in `open(path).read()`.
    fn type_of_call(&self, subject: &Subject<'_>, at: &ReferenceFact, name: u32, depth: u32) -> Lookup<TypeAt> {
        let call = ReferenceFact { kind: ReferenceKind::Call, name, qualifier: 0..0, bound: 0, ..at.clone() };
        match self.bare(subject, &call, depth + 1) {
            // What a variable gives when it is called is not what it is.
            Lookup::Found(meaning) if meaning.sites.iter().any(|site| holds_value(site.node.kind)) => Lookup::Unknown,
            Lookup::Found(meaning) => self.type_of_value(&meaning, None),
            Lookup::External => Lookup::External,
            Lookup::Unknown => Lookup::Unknown,
        }
    }

    /// The type that a reference gives a variable.
    fn type_of_binding(&self, subject: &Subject<'_>, binding: &ReferenceFact, depth: u32) -> Lookup<TypeAt> {
        if depth > MAX_DEPTH {
            return Lookup::Unknown;
        }
        let parts = subject.facts.qualifier(binding);
        if binding.kind != ReferenceKind::Call {
            if parts.is_empty() {
                return self.type_named(subject.id, binding.name);
            }
            let exports = self.definitions.exports(subject.id, chain_of(parts));
            if !exports.is_empty() && exports.iter().all(|export| export.file == NO_TARGET) {
                return Lookup::External;
            }
            let files = exports.iter().filter(|export| is_module(export.what)).flat_map(|export| self.opened(export));
            let sites = self.items(&files.collect::<Vec<_>>(), binding.name, MAX_DEPTH);
            return TypeAt::of_sites(&sites, Confidence::Import).map_or(Lookup::Unknown, Lookup::Found);
        }
        let found = match parts {
            [] => self.bare(subject, binding, depth + 1),
            parts => self.qualified(subject, binding, parts, depth + 1),
        };
        match found {
            Lookup::Found(meaning) if meaning.sites.iter().any(|site| holds_value(site.node.kind)) => Lookup::Unknown,
            Lookup::Found(meaning) => self.type_of_value(&meaning, None),
            other_wise => match (parts, other_wise) {
                // `Client::new()` whose `new` is not written out (derived, generated).
                ([.., Part::Name(name)], _) => match self.type_named(subject.id, *name) {
                    Lookup::Found(of_type) => Lookup::Found(of_type),
                    _ => Lookup::Unknown,
                },
                (_, Lookup::External) => Lookup::External,
                _ => Lookup::Unknown,
            },
        }
    }
}
