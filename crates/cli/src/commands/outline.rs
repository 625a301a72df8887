//! `quarry outline`: the definitions of a file as a tree.

use quarry_engine::SymbolKind;
use quarry_server::wire::{OutlineDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::OutlineArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures::counted;
use crate::render::graph::{self, Closing};
use crate::render::outline::{self, Shown};

pub(crate) fn run(args: &OutlineArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.file], path: args.path.as_deref(), refresh: args.refresh };
    let Some(mut lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let found = lookup.asking.outline(&lookup.file(&args.file))?;
    if found.is_stale {
        lookup.notices.push(format!("{} is another one now, or gone; shown is what was indexed", found.path));
    }
    let end = if found.symbols.is_empty() { End::NothingFound } else { End::Done };
    if args.json {
        console.print(&json_line(&OutlineDocument::of(&found, &lookup.answered()))?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    let shown = Shown {
        n_levels: args.depth.unwrap_or(u32::MAX),
        kinds: args.kind.iter().filter_map(|name| SymbolKind::from_name(name)).collect(),
    };
    let (mut text, n_shown) = outline::tree(&found, &shown, &lookup.prefix);
    if n_shown == 0 {
        console.note(&format!("{} defines nothing{}", found.path, if end == End::Done { " of that kind" } else { "" }));
        return Ok(End::NothingFound);
    }
    if !args.refresh.quiet {
        let n_all = found.symbols.len();
        let counts = if n_shown == n_all {
            counted(n_all, "definition")
        } else {
            format!("{n_shown} of {}", counted(n_all, "definition"))
        };
        text.push_str(&graph::closing(&Closing { counts: vec![counts], n_hidden: 0 }, &lookup.answered()));
    }
    console.print(&text)?;
    Ok(end)
}
