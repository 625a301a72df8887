//! `quarry path`: the shortest way along which one thing uses another.

use quarry_engine::Direction;
use quarry_server::wire::{WayDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::{PathArgs, UsualWalk};
use crate::config::Environment;
use crate::console::{BOLD, Console, printable};
use crate::figures::counted;
use crate::render::graph::{self, Closing};

/// Steps that are followed: a longer way explains nothing.
const USUAL_WALK: UsualWalk = UsualWalk { direction: Direction::Uses, kinds: &[], depth: 8 };

pub(crate) fn run(args: &PathArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.from, &args.to], path: args.path.as_deref(), refresh: args.refresh };
    let Some(mut lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let (from, to) = (lookup.asked(&args.from), lookup.asked(&args.to));
    for end in [&from, &to] {
        let subjects = lookup.asking.symbols(end)?;
        lookup.note_other_spelling(end, &subjects);
    }
    let walk = args.walk.walk(USUAL_WALK);
    let way = lookup.asking.way((&from, &to), &walk)?;
    let other_way = if way.is_empty() { lookup.asking.way((&to, &from), &walk)? } else { Vec::new() };
    let end = if way.is_empty() { End::NothingFound } else { End::Done };
    if args.json {
        let document = |steps| WayDocument::of((&args.from, &args.to), steps, &lookup.answered());
        let document = if other_way.is_empty() { document(&way) } else { document(&other_way).reversed() };
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    let PathArgs { from, to, .. } = args;
    let steps = counted(walk.depth as usize, "step");
    let mut text = String::new();
    match (way.is_empty(), other_way.is_empty()) {
        (false, _) => {}
        (true, true) => console.note(&format!("no way found between `{from}` and `{to}` within {steps}, either way")),
        (true, false) => {
            console.note(&format!("no way found along which `{from}` uses `{to}` within {steps}"));
            text.push_str(&format!("{BOLD}{} uses {}{BOLD:#}\n", printable(to), printable(from)));
        }
    }
    let shown = if way.is_empty() { &other_way } else { &way };
    text.push_str(&graph::way(shown, &lookup.prefix));
    if !shown.is_empty() && !args.refresh.quiet {
        let closing = Closing { counts: vec![counted(shown.len(), "step")], n_hidden: 0 };
        text.push_str(&graph::closing(&closing, &lookup.answered()));
    }
    console.print(&text)?;
    Ok(end)
}
