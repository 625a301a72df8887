//! What files offer by name: their own definitions, and those they pass on.

use std::collections::HashSet;

use quarry_store::{Export, Exported, FileId, NO_TARGET, name_hash};

use super::kinds::is_member;
use super::{Lookup, MAX_DEPTH, Resolver};
use crate::graph::definitions::Site;
use crate::graph::modules::Family;

/// What was found on the way, and where that has led.
struct Offered<'a> {
    seen: HashSet<(FileId, u32)>,
    found: &'a mut Vec<Site>,
}

impl Resolver<'_> {
    /// The definitions of a name that files offer, through whatever they re-export.
    pub(super) fn items(&self, files: &[FileId], name: u32, depth: u32) -> Vec<Site> {
        let mut found = Vec::new();
        self.add_items(files, name, depth, &mut Offered { seen: HashSet::new(), found: &mut found });
        found.sort_unstable_by_key(|site| (site.file, site.node.symbol));
        found.dedup();
        found
    }

    fn add_items(&self, files: &[FileId], name: u32, depth: u32, offered: &mut Offered<'_>) {
        for &file in files.iter().filter(|file| **file != NO_TARGET) {
            // Files that re-export each other are common.
            if !offered.seen.insert((file, name)) {
                continue;
            }
            let own = self.own_items(file, name);
            if !own.is_empty() {
                offered.found.extend(own);
            } else if depth > 0 {
                self.add_passed_on(file, name, depth - 1, offered);
            }
        }
    }

    /// Those of a file itself: what stands alone before what belongs to a type.
    pub(super) fn own_items(&self, file: FileId, name: u32) -> Vec<Site> {
        let defined = self.definitions.in_file(file, name);
        let alone: Vec<Site> =
            defined.iter().filter(|node| !is_member(node)).map(|node| Site { file, node: *node }).collect();
        if !alone.is_empty() {
            return alone;
        }
        let members: Vec<Site> = defined.iter().map(|node| Site { file, node: *node }).collect();
        if members.is_empty() && name == name_hash("default") {
            // `export default Client` at the end of client.ts: what is named as the file.
            let stem = self.tree.record(file).map_or(0, |record| name_hash(record.path.stem()));
            return self.definitions.in_file(file, stem).iter().map(|node| Site { file, node: *node }).collect();
        }
        members
    }

    fn add_passed_on(&self, file: FileId, name: u32, depth: u32, offered: &mut Offered<'_>) {
        let n_before = offered.found.len();
        for export in self.definitions.exports(file, name).iter().filter(|export| export.what == Exported::Item) {
            self.add_items(&[export.file], export.name, depth, offered);
        }
        if offered.found.len() == n_before {
            for export in self.opening(file) {
                self.add_items(&self.opened(export), name, depth, offered);
            }
        }
    }

    /// The imports of a file that open others up.
    pub(super) fn opening(&self, file: FileId) -> impl Iterator<Item = &Export> {
        let is_open = |export: &&Export| {
            matches!(
                export.what,
                Exported::Everything | Exported::ExportedEverything | Exported::OpenPackage | Exported::Namespace
            )
        };
        self.definitions.exports(file, 0).iter().filter(is_open)
    }

    /// The files that an export leads to.
    pub(super) fn opened(&self, export: &Export) -> Vec<FileId> {
        let mut files = Vec::new();
        self.add_opened(export, &mut files);
        files
    }

    pub(super) fn add_opened(&self, export: &Export, files: &mut Vec<FileId>) {
        match export.what {
            _ if export.file == NO_TARGET => {}
            Exported::Package | Exported::OpenPackage => files.extend(self.package(export.file)),
            Exported::Namespace => files.extend(self.definitions.modules_named(export.name)),
            Exported::Module | Exported::Item | Exported::Everything | Exported::ExportedEverything => {
                files.push(export.file);
            }
        }
    }

    /// The files that share a package with a file: their definitions are visible to each other.
    pub(super) fn package(&self, file: FileId) -> Vec<FileId> {
        let Some(record) = self.tree.record(file) else { return Vec::new() };
        let family = self.family(file);
        let is_mate = |other: &FileId| self.family(*other) == family;
        match family {
            Some(Family::Go | Family::Swift) => {
                self.tree.files_in(record.path.directory()).iter().copied().filter(is_mate).collect()
            }
            Some(Family::Jvm) => {
                let mates = self.tree.package_mates(record.path.directory());
                mates.into_iter().filter(is_mate).collect()
            }
            _ => vec![file],
        }
    }

    /// What a file's imports call by a name.
    pub(super) fn imported(&self, file: FileId, name: u32) -> Lookup<Vec<Site>> {
        let exports = self.definitions.exports(file, name);
        if exports.is_empty() || name == 0 {
            return Lookup::Unknown;
        }
        let mut sites = Vec::new();
        for export in exports {
            match export.what {
                Exported::Item => sites.extend(self.items(&[export.file], export.name, MAX_DEPTH)),
                // A module that is called: what it exports without a name, or what has its own name.
                Exported::Module => {
                    sites.extend(self.items(&[export.file], name_hash("default"), 1));
                    if sites.is_empty() {
                        sites.extend(self.items(&[export.file], name, 1));
                    }
                }
                _ => {}
            }
        }
        match sites.is_empty() {
            false => Lookup::Found(sites),
            true if exports.iter().all(|export| export.file == NO_TARGET) => Lookup::External,
            // The file is here and does not tell where it has the name from.
            true => Lookup::Unknown,
        }
    }
}
