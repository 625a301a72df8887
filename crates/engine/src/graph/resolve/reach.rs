//! What a file sees without importing it by name: its package, and what its imports open up.
//!
//! Headers include headers: a file of C sees hundreds of others, and uses a name many times. Which files it sees is found
//! once; a name that one of them alone defines is found among the definitions of the name, without a walk.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use quarry_store::{Exported, FileId, NO_TARGET, name_hash};

use super::kinds::is_member;
use super::{MAX_DEPTH, Resolver};
use crate::graph::definitions::Site;

/// A name with more definitions is walked to: there are fewer headers than these.
const FEW_DEFINITIONS: usize = 64;

/// What was looked for before.
#[derive(Default)]
pub(super) struct Seen {
    /// By file and name.
    visible: HashMap<(FileId, u32), Rc<[Site]>>,
    reach: HashMap<FileId, Rc<Reach>>,
}

/// The files that a file sees through what its imports open up.
#[derive(Default)]
struct Reach {
    /// The imports' own, where a walk begins.
    first: Vec<FileId>,
    all: HashSet<FileId>,
    /// Whether any of them passes on single definitions, whose names nothing here tells.
    passes_on_items: bool,
}

impl Resolver<'_> {
    /// What a file sees of a name without importing it by name.
    pub(super) fn visible(&self, file: FileId, name: u32) -> Rc<[Site]> {
        if let Some(known) = self.seen.borrow().visible.get(&(file, name)) {
            return Rc::clone(known);
        }
        let found: Rc<[Site]> = self.look_for(file, name).into();
        self.seen.borrow_mut().visible.insert((file, name), Rc::clone(&found));
        found
    }

    fn look_for(&self, file: FileId, name: u32) -> Vec<Site> {
        // Most names that come so far are nobody's here.
        if !self.definitions.is_defined(name) {
            return Vec::new();
        }
        let package: Vec<FileId> = self.package(file).into_iter().filter(|other| *other != file).collect();
        let found: Vec<Site> =
            self.items(&package, name, 0).into_iter().filter(|site| !is_member(&site.node)).collect();
        if !found.is_empty() {
            return found;
        }
        let reach = self.reach(file);
        match self.only_definer(&reach, name) {
            Some(None) => Vec::new(),
            Some(Some(file)) => self.own_items(file, name),
            None => self.items(&reach.first, name, MAX_DEPTH),
        }
    }

    /// The one file in reach that defines a name, or that there is none; `None` if only a walk can tell.
    fn only_definer(&self, reach: &Reach, name: u32) -> Option<Option<FileId>> {
        // What is exported without a name may have any.
        if reach.passes_on_items || name == name_hash("default") {
            return None;
        }
        let mut definer = None;
        for (n_looked_at, site) in self.definitions.unordered(name).enumerate() {
            if n_looked_at == FEW_DEFINITIONS {
                return None;
            }
            if reach.all.contains(&site.file) {
                if definer.is_some_and(|file| file != site.file) {
                    return None;
                }
                definer = Some(site.file);
            }
        }
        Some(definer)
    }

    fn reach(&self, file: FileId) -> Rc<Reach> {
        if let Some(known) = self.seen.borrow().reach.get(&file) {
            return Rc::clone(known);
        }
        let opening = self.opening(file).filter(|export| export.what != Exported::ExportedEverything);
        let is_other = |other: &FileId| *other != file && *other != NO_TARGET;
        let first: Vec<FileId> = opening.flat_map(|export| self.opened(export)).filter(is_other).collect();
        let mut reach = Reach { first: first.clone(), ..Reach::default() };
        let mut next = first;
        for _ in 0..=MAX_DEPTH {
            let mut behind = Vec::new();
            for file in next.into_iter().filter(|file| *file != NO_TARGET) {
                if reach.all.insert(file) {
                    reach.passes_on_items |= self.definitions.passes_on_items(file);
                    behind.extend(self.opening(file).flat_map(|export| self.opened(export)));
                }
            }
            next = behind;
        }
        let reach = Rc::new(reach);
        self.seen.borrow_mut().reach.insert(file, Rc::clone(&reach));
        reach
    }
}
