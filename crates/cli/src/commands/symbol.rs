//! `quarry symbol`: where a name is defined.

use quarry_engine::{Place, SymbolKind};
use quarry_server::wire::{SymbolsDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::SymbolArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures::counted;
use crate::render::graph::{self, Closing};

pub(crate) fn run(args: &SymbolArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.asked], path: args.path.as_deref(), refresh: args.refresh };
    let Some(mut lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let asked = lookup.asked(&args.asked);
    let mut found = lookup.asking.symbols(&asked)?;
    lookup.note_other_spelling(&asked, &found);
    let kinds: Vec<SymbolKind> = args.kind.iter().filter_map(|name| SymbolKind::from_name(name)).collect();
    let is_wanted = |place: &Place| place.symbol.as_ref().is_some_and(|symbol| kinds.contains(&symbol.kind));
    found.retain(|place| kinds.is_empty() || is_wanted(place));
    let total = found.len();
    found.truncate(args.limit.get());
    let end = if found.is_empty() { End::NothingFound } else { End::Done };
    if args.json {
        console.print(&json_line(&SymbolsDocument::of(&args.asked, &found, total, &lookup.answered()))?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    if found.is_empty() {
        console.note(&format!("no definition of `{}` is of such a kind", args.asked));
        return Ok(end);
    }
    if args.quickfix {
        let named = |place: &Place| place.symbol.as_ref().map(|symbol| (symbol.name_line, symbol.name.to_string()));
        let places = found.iter().filter_map(|place| named(place).map(|(line, name)| (&place.path, line, Some(name))));
        console.print(&lookup.quickfix(places)?)?;
        return Ok(end);
    }
    let mut text: String = found.iter().map(|place| graph::definition_in_full(place, &lookup.prefix)).collect();
    if !args.refresh.quiet {
        let closing = Closing { counts: vec![counted(total, "definition")], n_hidden: total - found.len() };
        text.push_str(&graph::closing(&closing, &lookup.answered()));
    }
    console.print(&text)?;
    Ok(end)
}
