//! Languages whose imports are paths, or nearly so: relative to the file, or the end of some path of the repository.

use quarry_store::{Exported, FileId, FileRecord, name_hash};

use super::{Family, Link, Modules, names_of};
use crate::graph::facts::ImportFact;
use crate::graph::tree::joined;

/// How a language writes a path.
struct Style {
    /// Joins the parts, besides `/`.
    separator: Option<char>,
    /// What may be left out at the end.
    endings: &'static [&'static str],
    /// Whether an import opens up everything, or is a name to reach it through.
    opens: bool,
}

fn style(family: Family, language: &str) -> Style {
    let (separator, endings, opens): (Option<char>, &[&str], bool) = match (family, language) {
        (Family::C, _) => (None, &[""], true),
        (Family::Ruby, _) => (None, &[".rb", ""], true),
        (Family::Lua, _) => (Some('.'), &[".lua", "/init.lua"], false),
        (_, "haskell") => (Some('.'), &[".hs"], true),
        (_, "bash") => (None, &["", ".sh", ".bash"], true),
        (_, "hcl") => (None, &["", "/main.tf"], false),
        (_, "markdown" | "mdx") => (None, &["", ".md", "/README.md", "/index.md"], false),
        (_, "ocaml") => (Some('.'), &[".ml"], true),
        (_, "dart") => (None, &["", ".dart"], true),
        (_, "css" | "scss") => (None, &["", ".css", ".scss"], true),
        (_, "erlang") => (None, &["", ".erl", ".hrl"], true),
        (_, "gleam") => (None, &["", ".gleam"], false),
        (_, "julia") => (None, &["", ".jl"], true),
        (_, "nix") => (None, &["", ".nix", "/default.nix"], false),
        (_, "make" | "cmake") => (None, &["", ".cmake", "/CMakeLists.txt"], true),
        (_, "yaml") => (None, &["", "/action.yml", "/action.yaml", "/Dockerfile"], false),
        _ => (None, &[""], true),
    };
    Style { separator, endings, opens }
}

pub(super) fn links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    let style = style(Family::of(from.language.as_str()), from.language.as_str());
    let files: Vec<FileId> = files(modules, from, &import.path, &style);
    let files: Vec<FileId> = files.into_iter().filter(|file| *file != from.id).collect();
    let mut links = names_of(import, &files);
    let link = |local, what| Link { local, what, name: 0, files: files.clone(), line: import.line };
    if style.opens && import.names.is_empty() {
        links.push(link(0, Exported::Everything));
    }
    if import.alias == 0 && import.names.is_empty() {
        let last =
            import.path.rsplit(['/', '.', '\\']).find(|part| !matches!(*part, "zig" | "lua")).unwrap_or_default();
        links.push(link(name_hash(last), Exported::Module));
    }
    links
}

/// The files that a path means from a file.
fn files(modules: &Modules<'_>, from: &FileRecord, path: &str, style: &Style) -> Vec<FileId> {
    let path = path.split(['#', '?']).next().unwrap_or(path).trim_start_matches("package:");
    let path = match style.separator {
        Some(separator) if !path.contains('/') => path.replace(separator, "/"),
        _ => path.to_owned(),
    };
    if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
        return Vec::new();
    }
    let at = |path: String| modules.tree.file_with(&path, style.endings);
    let beside = joined(from.path.directory(), &path).and_then(at);
    let from_root = || joined("", path.trim_start_matches('/')).and_then(at);
    if let Some(file) = beside.or_else(from_root) {
        return vec![file];
    }
    if path.starts_with('.') {
        return Vec::new();
    }
    // By the end of a path; a file name as an import writes it may carry its ending.
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let Some((last, before)) = parts.split_last() else { return Vec::new() };
    let (stem, ending) = match last.rsplit_once('.') {
        Some((stem, ending)) if style.separator.is_none() => (stem, format!(".{ending}")),
        _ => (*last, String::new()),
    };
    let parts: Vec<&str> = before.iter().copied().chain([stem]).collect();
    let endings: Vec<&str> = match ending.is_empty() {
        true => style.endings.iter().copied().filter(|ending| ending.starts_with('.')).collect(),
        false => vec![ending.as_str()],
    };
    modules.tree.files_ending(&parts, &endings, from.path.as_str())
}

/// PHP: namespaces below directories as composer.json says, else by the ends of paths; or plain paths of `require`.
pub(super) fn php_links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    if import.path.ends_with(".php") {
        let style = Style { separator: None, endings: &[""], opens: true };
        let files = files(modules, from, import.path.trim_start_matches('/'), &style);
        return vec![Link { local: 0, what: Exported::Everything, name: 0, files, line: import.line }];
    }
    let class = |path: &str, local: u32| {
        let last = path.rsplit('\\').next().unwrap_or(path);
        let local = if local == 0 { name_hash(last) } else { local };
        let files = php_class(modules, from, path.trim_start_matches('\\'));
        Link { local, what: Exported::Item, name: name_hash(last), files, line: import.line }
    };
    if import.names.is_empty() {
        return vec![class(&import.path, import.alias)];
    }
    let taken = import.names.iter();
    taken.map(|taken| class(&format!("{}\\{}", import.path, taken.text), taken.local)).collect()
}

fn php_class(modules: &Modules<'_>, from: &FileRecord, path: &str) -> Vec<FileId> {
    let rules = modules.projects.psr4.iter();
    let said = rules.filter_map(|(prefix, directory)| {
        let below = path.strip_prefix(prefix.as_str())?.replace('\\', "/");
        modules.tree.file(&joined(directory, &format!("{below}.php"))?)
    });
    if let Some(file) = said.into_iter().next() {
        return vec![file];
    }
    // Without a rule that fits: the longest end of the namespace that is the end of a path, but more than the bare name.
    let parts: Vec<&str> = path.split('\\').filter(|part| !part.is_empty()).collect();
    let ends = (0..parts.len().saturating_sub(1)).map(|start| &parts[start..]);
    ends.map(|end| modules.tree.files_ending(end, &[".php"], from.path.as_str()))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}
