//! What a file sees without importing it by name: its package, and what its imports open up.
//!
//! Headers include headers: a file of C sees hundreds of others, and uses a name many times. Which files it sees is found
//! once; who of them defines a name is asked of the name's definitions, not of every file.

use std::collections::HashMap;
use std::rc::Rc;

use quarry_store::{Bits, Exported, FileId, NO_TARGET, name_hash};

use super::kinds::is_member;
use super::{MAX_DEPTH, Resolver};
use crate::graph::definitions::Site;

/// What was looked for before.
#[derive(Default)]
pub(super) struct Seen {
    /// By file and name.
    visible: HashMap<(FileId, u32), Rc<[Site]>>,
    reach: HashMap<FileId, Rc<Reach>>,
}

/// The files that a file sees through what its imports open up.
struct Reach {
    /// The imports' own, where a walk begins.
    first: Vec<FileId>,
    all: Bits,
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
        // What is exported without a name may have any.
        if reach.passes_on_items || name == name_hash("default") {
            return self.items(&reach.first, name, MAX_DEPTH);
        }
        let mut definers: Vec<FileId> =
            self.definitions.definers(name).filter(|file| reach.all.contains(file.0)).collect();
        definers.sort_unstable();
        definers.dedup();
        let met = if definers.len() > 1 { self.met(&reach.first, &definers) } else { definers };
        met.into_iter().flat_map(|file| self.own_items(file, name)).collect()
    }

    /// Those of the definers that a walk comes to. One that defines the name itself hides what lies behind it.
    fn met(&self, first: &[FileId], definers: &[FileId]) -> Vec<FileId> {
        let mut met = Vec::new();
        self.walk(first, |file| {
            let defines = definers.binary_search(&file).is_ok();
            if defines {
                met.push(file);
            }
            !defines
        });
        met.sort_unstable();
        met
    }

    fn reach(&self, file: FileId) -> Rc<Reach> {
        if let Some(known) = self.seen.borrow().reach.get(&file) {
            return Rc::clone(known);
        }
        let opening = self.opening(file).filter(|export| export.what != Exported::ExportedEverything);
        let first: Vec<FileId> =
            opening.flat_map(|export| self.opened(export)).filter(|other| *other != file).collect();
        let mut passes_on_items = false;
        let all = self.walk(&first, |file| {
            passes_on_items |= self.definitions.passes_on_items(file);
            true
        });
        let reach = Rc::new(Reach { first, all, passes_on_items });
        self.seen.borrow_mut().reach.insert(file, Rc::clone(&reach));
        reach
    }

    /// Comes to files and to what they open up, the nearest first and each once, as far as `goes_on` says.
    fn walk(&self, first: &[FileId], mut goes_on: impl FnMut(FileId) -> bool) -> Bits {
        let mut seen = Bits::with_room_for(self.families.len());
        let mut next = first.to_vec();
        for _ in 0..=MAX_DEPTH {
            let mut behind = Vec::new();
            for file in next.into_iter().filter(|file| *file != NO_TARGET) {
                if seen.insert(file.0) && goes_on(file) {
                    self.opening(file).for_each(|export| self.add_opened(export, &mut behind));
                }
            }
            next = behind;
        }
        seen
    }
}
