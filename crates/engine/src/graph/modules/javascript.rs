//! JavaScript and TypeScript: relative paths, tsconfig paths, packages of the workspace.

use quarry_store::{Exported, FileId, FileRecord};

use super::{Link, Modules, names_of};
use crate::graph::facts::{ImportFact, TakenName};
use crate::graph::tree::{ancestors, joined};

/// What an import leaves out, in the order in which it is tried.
const ENDINGS: [&str; 21] = [
    "",
    ".ts",
    ".tsx",
    ".mts",
    ".cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".d.ts",
    ".d.mts",
    ".vue",
    ".svelte",
    ".json",
    "/index.ts",
    "/index.tsx",
    "/index.mts",
    "/index.js",
    "/index.jsx",
    "/index.mjs",
    "/index.d.ts",
];
/// Endings of what is built, which may be imported before it is.
const BUILT: [&str; 7] = [".js", ".mjs", ".cjs", ".jsx", ".d.ts", ".d.mts", ".d.cts"];
/// Where packages put what they build.
const BUILT_DIRECTORIES: [&str; 6] = ["dist", "lib", "build", "out", "esm", "cjs"];

pub(super) fn links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    if matches!(&*import.path, "export" | "exports") {
        let names = import.names.iter().filter(|taken| taken.local != taken.name);
        let own = |taken: &TakenName| Link {
            local: taken.local,
            what: Exported::Item,
            name: taken.name,
            files: vec![from.id],
            line: 0,
        };
        return names.map(own).collect();
    }
    let files: Vec<FileId> = file(modules, from.path.directory(), &import.path).into_iter().collect();
    if import.names.is_empty() && import.alias == 0 {
        // For its effects, or `export * from`.
        let what = Exported::ExportedEverything;
        return vec![Link { local: 0, what, name: 0, files, line: import.line }];
    }
    names_of(import, &files)
}

fn file(modules: &Modules<'_>, directory: &str, path: &str) -> Option<FileId> {
    let path = path.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or(path);
    if path.starts_with('.') {
        return source(modules, &joined(directory, path)?);
    }
    if let Some(absolute) = path.strip_prefix('/') {
        return source(modules, absolute);
    }
    // By the `paths` of the nearest configuration that knows it, or a package of this repository. What is built may lie beside
    // its source, which is meant.
    let maps = ancestors(directory).filter_map(|directory| modules.projects.path_maps.get(directory));
    let mapped = maps.flat_map(|map| map.targets(path)).filter_map(|target| source(modules, &target));
    let found: Vec<FileId> = mapped.chain(package(modules, path)).collect();
    let is_source = |file: &&FileId| {
        let path = modules.tree.path(**file);
        !BUILT.iter().any(|ending| path.ends_with(ending))
    };
    found.iter().find(is_source).or(found.first()).copied()
}

/// A file of a package of this repository.
fn package(modules: &Modules<'_>, path: &str) -> Option<FileId> {
    let n_name_parts = if path.starts_with('@') { 2 } else { 1 };
    let end = path.match_indices('/').nth(n_name_parts - 1).map_or(path.len(), |(at, _)| at);
    let (name, subpath) = (&path[..end], path[end..].trim_start_matches('/'));
    let package = modules.projects.packages.get(name)?;
    let said = package.targets(subpath).find_map(|target| source(modules, &target));
    let subpath = if subpath.is_empty() { "index" } else { subpath };
    let usual = ["src", ""].iter().filter_map(|below| joined(&package.directory, &format!("{below}/{subpath}")));
    said.or_else(|| usual.into_iter().find_map(|path| source(modules, &path)))
}

/// The file at a path as imports write it: without ending, or with that of what is built from it.
fn source(modules: &Modules<'_>, path: &str) -> Option<FileId> {
    let without = BUILT.iter().find_map(|ending| path.strip_suffix(ending));
    modules.tree.file_with(path, &ENDINGS).or_else(|| modules.tree.file_with(without?, &ENDINGS)).or_else(|| {
        let bare = without.unwrap_or(path);
        let (at, name) = BUILT_DIRECTORIES.iter().find_map(|name| {
            bare.match_indices(name).find(|(at, _)| {
                let before = at.checked_sub(1).and_then(|before| bare.as_bytes().get(before));
                before.is_none_or(|byte| *byte == b'/') && bare.as_bytes().get(at + name.len()) == Some(&b'/')
            })
        })?;
        let (package, rest) = (&bare[..at], &bare[at + name.len() + 1..]);
        ["src/", ""].iter().find_map(|below| modules.tree.file_with(&format!("{package}{below}{rest}"), &ENDINGS))
    })
}
