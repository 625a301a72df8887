//! Java, Kotlin, Scala, Groovy: packages are directories below any source root.

use quarry_store::{Exported, FileId, FileRecord, name_hash};

use super::{Link, Modules};
use crate::graph::facts::ImportFact;

const ENDINGS: [&str; 5] = [".java", ".kt", ".scala", ".groovy", ".kts"];

pub(super) fn links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    let path = import.path.trim_start_matches("static ").replace(' ', "");
    let parts: Vec<&str> = path.split('.').filter(|part| !part.is_empty() && *part != "_" && *part != "*").collect();
    let link = |local, what, name, files: Vec<FileId>| Link { local, what, name, files, line: import.line };
    let mut links = Vec::new();
    for taken in import.names.iter().filter(|taken| !matches!(&*taken.text, "*" | "_")) {
        let mut parts = parts.clone();
        parts.push(&taken.text);
        links.push(link(taken.local, Exported::Item, taken.name, defining(modules, from, &parts)));
    }
    if !links.is_empty() {
        return links;
    }
    let last = parts.last().map_or(0, |last| name_hash(last));
    let local = if import.alias == 0 { last } else { import.alias };
    let is_star = import.names.iter().any(|taken| matches!(&*taken.text, "*" | "_"));
    let item = defining(modules, from, &parts);
    if !item.is_empty() && !is_star {
        return vec![link(local, Exported::Item, last, item)];
    }
    let package = package(modules, from, &parts);
    if package.is_empty() {
        // All members of a class, or nothing of ours.
        let what = if is_star { Exported::Everything } else { Exported::Item };
        return vec![link(if is_star { 0 } else { local }, what, if is_star { 0 } else { last }, item)];
    }
    // One file stands for each directory of the package.
    let mut package = package;
    package.dedup_by_key(|file| modules.tree.record(*file).map(|record| record.path.directory().to_owned()));
    vec![link(0, Exported::OpenPackage, 0, package)]
}

/// The file of a class, or of the class that a nested name stands in, or the files of the package that define a name.
fn defining(modules: &Modules<'_>, from: &FileRecord, parts: &[&str]) -> Vec<FileId> {
    for n_parts in (2..=parts.len()).rev() {
        let found = modules.tree.files_ending(&parts[..n_parts], &ENDINGS, from.path.as_str());
        if !found.is_empty() {
            return found;
        }
    }
    let Some((last, package_parts)) = parts.split_last() else { return Vec::new() };
    let name = name_hash(last);
    let files = package(modules, from, package_parts);
    files.into_iter().filter(|file| modules.definitions.defines(*file, name)).collect()
}

/// The files of a package, wherever it has sources.
fn package(modules: &Modules<'_>, from: &FileRecord, parts: &[&str]) -> Vec<FileId> {
    if parts.len() < 2 {
        return Vec::new();
    }
    let directories = modules.tree.directories_ending(parts, from.path.as_str());
    let files = directories.into_iter().flat_map(|directory| modules.tree.files_in(directory).iter().copied());
    files.filter(|file| ENDINGS.iter().any(|ending| modules.tree.path(*file).ends_with(ending))).collect()
}
