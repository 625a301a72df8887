//! Go: packages are directories below a module's path.

use quarry_store::{Exported, FileId, name_hash};

use super::{Link, Modules};
use crate::graph::facts::ImportFact;

pub(super) fn links(modules: &Modules<'_>, import: &ImportFact) -> Vec<Link> {
    let files = package(modules, &import.path).into_iter().collect();
    let (local, what) = match import.alias {
        0 => (name_hash(package_name(&import.path)), Exported::Package),
        alias if alias == name_hash(".") => (0, Exported::OpenPackage),
        alias if alias == name_hash("_") => (0, Exported::Package),
        alias => (alias, Exported::Package),
    };
    vec![Link { local, what, name: 0, files, line: import.line }]
}

/// The file that stands for a package: the one of its name, or the first. Never a test.
fn package(modules: &Modules<'_>, path: &str) -> Option<FileId> {
    let directory = modules.projects.go_modules.iter().find_map(|(module, directory)| {
        let below = path.strip_prefix(module.as_str())?;
        match below.strip_prefix('/') {
            Some(below) if directory.is_empty() => Some(below.to_owned()),
            Some(below) => Some(format!("{directory}/{below}")),
            None => below.is_empty().then(|| directory.clone()),
        }
    })?;
    let is_source = |file: &&FileId| {
        let path = modules.tree.path(**file);
        path.ends_with(".go") && !path.ends_with("_test.go")
    };
    let own_name = modules.tree.file(&format!("{directory}/{}.go", package_name(path)));
    own_name.or_else(|| modules.tree.files_in(&directory).iter().find(is_source).copied())
}

/// What code calls a package that is imported without a name: the last part that is not a version.
fn package_name(path: &str) -> &str {
    let is_version = |part: &&str| {
        part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let last = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    let last = last.split_once(".v").map_or(last, |(name, _)| name);
    last.strip_prefix("go-").unwrap_or(last)
}
