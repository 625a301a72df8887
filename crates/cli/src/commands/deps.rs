//! `quarry deps`: what a file imports, and who imports it.

use quarry_engine::{Direction, EdgeKind, GraphAnswer, RepoPath};
use quarry_server::wire::{DepsDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::{DepsArgs, UsualWalk};
use crate::asking::Deps;
use crate::config::Environment;
use crate::console::{BOLD, Console, DIM, printable};
use crate::figures::counted;
use crate::render::graph::{self, Closing, Told};

pub(crate) fn run(args: &DepsArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.file], path: args.path.as_deref(), refresh: args.refresh };
    let Some(lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let path = lookup.file(&args.file);
    let walk = |direction| args.walk.walk(UsualWalk { direction, kinds: &[EdgeKind::Imports], depth: 1 });
    let walks = [walk(Direction::Uses), walk(Direction::UsedBy)];
    let deps = lookup.asking.deps(&path, &walks, args.limit.get())?;
    let is_alone = deps.imports.relations.is_empty() && deps.imported_by.relations.is_empty();
    let end = if is_alone { End::NothingFound } else { End::Done };
    if args.json {
        let both = (&deps.imports, &deps.imported_by);
        let document = DepsDocument::of(path.as_str(), both, &deps.outside, &lookup.answered());
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    console.print(&imports(&deps, &path, &lookup))?;
    console.print(&imported_by(&deps, &path, &lookup))?;
    if deps.imports.relations.is_empty() {
        console.note(&format!("{path} imports no other file of this repository"));
    }
    if deps.imported_by.relations.is_empty() {
        console.note(&format!("no file imports {path}"));
    }
    if !args.refresh.quiet {
        console.print(&closing(&deps, &lookup))?;
    }
    Ok(end)
}

fn imports(deps: &Deps, path: &RepoPath, lookup: &Lookup) -> String {
    let mut text = String::new();
    if !deps.imports.relations.is_empty() || !deps.outside.is_empty() {
        text.push_str(&heading(path, "imports"));
    }
    text.push_str(&graph::imports(&deps.imports.relations, &lookup.prefix));
    let outside: Vec<String> = deps.outside.iter().map(|import| format!("{} ({})", import.path, import.line)).collect();
    if !outside.is_empty() {
        let all = outside.join(", ").replace('\n', " ");
        text.push_str(&format!("{DIM}what leads to no other file here, with lines: {}{DIM:#}\n", printable(&all)));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn imported_by(deps: &Deps, path: &RepoPath, lookup: &Lookup) -> String {
    let relations = &deps.imported_by.relations;
    match relations.is_empty() {
        true => String::new(),
        false => heading(path, "is imported by") + &graph::users(relations, Told::Nothing, &lookup.prefix),
    }
}

fn heading(path: &RepoPath, what: &str) -> String {
    format!("{BOLD}{path} {what}{BOLD:#}\n")
}

fn closing(deps: &Deps, lookup: &Lookup) -> String {
    let (imports, imported_by) = (&deps.imports, &deps.imported_by);
    let n_hidden = |answer: &GraphAnswer| answer.n_relations - answer.relations.len();
    let counts = [
        Some(format!("imports {}", counted(imports.n_files, "file"))),
        Some(format!("imported by {}", counted(imported_by.n_files, "file"))),
        (imports.is_cut || imported_by.is_cut).then(|| graph::CUT.to_owned()),
    ];
    let closing =
        Closing { counts: counts.into_iter().flatten().collect(), n_hidden: n_hidden(imports) + n_hidden(imported_by) };
    graph::closing(&closing, &lookup.answered())
}
