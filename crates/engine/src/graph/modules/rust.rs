//! Rust: modules are files beside or below their parents; crates are named by Cargo.toml.

use quarry_store::{Exported, FileId, FileRecord, name_hash};

use super::{Link, Modules};
use crate::graph::facts::ImportFact;
use crate::graph::tree::ancestors;

/// Files whose children lie beside them.
const ROOTS: [&str; 4] = ["mod.rs", "lib.rs", "main.rs", "build.rs"];
/// Directories in which every file is a crate of its own.
const SEPARATE_CRATES: [&str; 4] = ["tests", "benches", "examples", "bin"];

pub(super) fn links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    let mut leaves = Vec::new();
    use_tree(&import.path, &[], &mut leaves);
    let links = leaves.iter().filter_map(|leaf| link(modules, from, import, leaf));
    // A path in code that leads nowhere may begin with a type.
    links.filter(|link| import.line > 0 || !link.files.is_empty()).collect()
}

/// One name of a `use`: the path to it, and what it is called here.
struct Leaf<'a> {
    path: Vec<&'a str>,
    local: &'a str,
}

/// Takes `a::{b, c::{self, d as e}, f::*}` apart.
fn use_tree<'a>(text: &'a str, before: &[&'a str], leaves: &mut Vec<Leaf<'a>>) {
    let text = text.trim().trim_start_matches("::");
    if let Some((head, group)) = text.split_once('{') {
        let mut path = before.to_vec();
        path.extend(segments(head));
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        let mut depth = 0;
        let mut start = 0;
        for (at, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    use_tree(&group[start..at], &path, leaves);
                    start = at + 1;
                }
                _ => {}
            }
        }
        return use_tree(&group[start..], &path, leaves);
    }
    if text.is_empty() {
        return;
    }
    let (text, alias) = text.split_once(" as ").map_or((text, None), |(text, alias)| (text, Some(alias.trim())));
    let mut path = before.to_vec();
    path.extend(segments(text));
    if path.len() > 1 && path.last() == Some(&"self") {
        path.pop();
    }
    let local = alias.or(path.last().copied()).unwrap_or_default();
    leaves.push(Leaf { path, local });
}

fn segments(text: &str) -> impl Iterator<Item = &str> {
    text.split("::").map(str::trim).filter(|segment| !segment.is_empty())
}

fn link(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact, leaf: &Leaf<'_>) -> Option<Link> {
    let local = if import.alias == 0 { name_hash(leaf.local) } else { import.alias };
    let link = |local, what, name, files: Vec<FileId>| Link { local, what, name, files, line: import.line };
    let (last, above) = leaf.path.split_last()?;
    let is_star = *last == "*";
    let path = if is_star { above } else { &leaf.path };
    let Some((file, rest)) = module(modules, from, path, import.depth) else {
        let what = if is_star { Exported::Everything } else { Exported::Item };
        return Some(link(
            if is_star { 0 } else { local },
            what,
            if is_star { 0 } else { name_hash(last) },
            Vec::new(),
        ));
    };
    Some(match (is_star, rest.last()) {
        (true, None) => link(0, Exported::Everything, 0, vec![file]),
        // `use Kind::*` opens an enum; what it holds is found by name in its file.
        (true, Some(_)) => link(0, Exported::Everything, 0, vec![file]),
        (false, None) => link(local, Exported::Module, 0, vec![file]),
        (false, Some(item)) => link(local, Exported::Item, name_hash(item), vec![file]),
    })
}

/// Follows a path through modules as far as they are files: the last file, and what is left of the path.
fn module<'a>(
    modules: &Modules<'_>,
    from: &FileRecord,
    path: &'a [&'a str],
    depth: u32,
) -> Option<(FileId, &'a [&'a str])> {
    let (first, mut rest) = path.split_first()?;
    let mut file = match *first {
        "crate" => root(modules, from)?,
        "self" | "Self" => from.id,
        "super" => above(modules, from.id, depth)?,
        name => child(modules, from.id, name).or_else(|| other_crate(modules, from, name)).or_else(|| {
            let root = root(modules, from)?;
            child(modules, root, name)
        })?,
    };
    while let Some((next, behind)) = rest.split_first() {
        let step = if *next == "super" { above(modules, file, 0) } else { child(modules, file, next) };
        let Some(step) = step else { break };
        (file, rest) = (step, behind);
    }
    Some((file, rest))
}

/// The module that a file's module stands in. A module inside of the file stands in the file.
fn above(modules: &Modules<'_>, file: FileId, depth: u32) -> Option<FileId> {
    if depth > 0 {
        return Some(file);
    }
    let record = modules.tree.record(file)?;
    let directory = record.path.directory();
    let holding = if record.path.file_name() == "mod.rs" { directory.rsplit_once('/')?.0 } else { directory };
    let beside = ROOTS.iter().take(3).filter_map(|name| modules.tree.file(&format!("{holding}/{name}")));
    beside.into_iter().find(|found| *found != file).or_else(|| modules.tree.file(&format!("{holding}.rs")))
}

/// The file of a module that a file declares.
fn child(modules: &Modules<'_>, file: FileId, name: &str) -> Option<FileId> {
    let record = modules.tree.record(file)?;
    let directory = record.path.directory();
    let below = match ROOTS.contains(&record.path.file_name()) || is_separate(directory) {
        true if directory.is_empty() => String::new(),
        true => format!("{directory}/"),
        false => format!("{}/", record.path.as_str().strip_suffix(".rs")?),
    };
    modules.tree.file_with(&format!("{below}{name}"), &[".rs", "/mod.rs"])
}

/// Whether every file of a directory is a crate of its own.
pub(crate) fn is_separate(directory: &str) -> bool {
    directory.rsplit('/').next().is_some_and(|last| SEPARATE_CRATES.contains(&last))
}

/// The root of the crate a file belongs to.
fn root(modules: &Modules<'_>, from: &FileRecord) -> Option<FileId> {
    let path = from.path.as_str();
    if is_separate(from.path.directory()) {
        return Some(from.id);
    }
    // A module of a test that has several files.
    if let Some(tests) = ancestors(from.path.directory()).find(|directory| is_separate(directory)) {
        let first = modules.tree.files_in(tests).iter().copied().find(|file| modules.tree.path(*file).ends_with(".rs"));
        let named = modules.tree.file_with(tests, &["/main.rs", "/tests.rs", "/lib.rs", "/mod.rs"]);
        return named.or(first);
    }
    let around = modules.projects.crate_around(path);
    let sources = around.map_or(String::new(), |one| {
        one.library.rsplit_once('/').map_or(String::new(), |(directory, _)| directory.to_owned())
    });
    let library = around.and_then(|one| modules.tree.file(&one.library));
    let program = modules.tree.file(format!("{sources}/main.rs").trim_start_matches('/'));
    library.or(program).or_else(|| {
        // Without a Cargo.toml: as high as modules go.
        let mut top = from.id;
        while let Some(higher) = above(modules, top, 0) {
            top = higher;
        }
        (top != from.id).then_some(top)
    })
}

/// The library of another crate of the workspace, or of the own one.
fn other_crate(modules: &Modules<'_>, from: &FileRecord, name: &str) -> Option<FileId> {
    let around = modules.projects.crate_around(from.path.as_str());
    let renamed = around.and_then(|one| one.renamed.iter().find(|(local, _)| local == name));
    let name = renamed.map_or(name, |(_, package)| package);
    let found = modules.projects.crates.iter().find(|one| one.name == name)?;
    modules.tree.file(&found.library)
}

#[cfg(test)]
mod tests {
    use super::use_tree;

    #[test]
    fn use_trees_are_taken_apart() {
        let mut leaves = Vec::new();
        use_tree("a::{ b, c::{self, d as e}, f::*, }", &[], &mut leaves);
        let shown: Vec<String> = leaves.iter().map(|leaf| format!("{}={}", leaf.local, leaf.path.join("::"))).collect();
        assert_eq!(shown, ["b=a::b", "c=a::c", "e=a::c::d", "*=a::f::*"]);
    }
}
