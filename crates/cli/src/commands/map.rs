//! `quarry map`: the most central files and signatures of a repository.

use anyhow::Context;
use quarry_engine::{Filter, MapRequest};
use quarry_server::wire::{MapDocument, json_line};

use crate::End;
use crate::args::MapArgs;
use crate::asking::{Asking, Who, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::refresh::{self, GoesBy};
use crate::remote::pairs::Pairs;

pub(crate) fn run(args: &MapArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let wish = Wish { path: args.path.as_deref(), refresh: args.refresh, goes_by: GoesBy::Index, only_here: None };
    let Some(asking) = Asking::open(&wish, environment, console)? else { return Ok(End::Stopped) };
    let within = if args.path.is_some() { asking.within.clone() } else { String::new() };
    match &asking.who {
        Who::Here(here) => {
            let filter = Filter { within, ..Filter::default() };
            let request = MapRequest { budget: args.budget.map(|tokens| tokens as usize), filter };
            let map = here.searcher.map(&request).with_context(|| refresh::failed(&here.engine))?;
            let mut document = MapDocument::of(&map, &asking.root);
            document.text = Some((&map.text).into());
            print(args, document, &asking, console)
        }
        Who::There(there) => {
            let pairs = Pairs::default().with("text", true).with_some("budget", args.budget).with("within", within);
            print(args, there.get("map", pairs)?, &asking, console)
        }
    }
}

fn print(args: &MapArgs, mut document: MapDocument<'_>, asking: &Asking, console: &mut Console) -> anyhow::Result<End> {
    let end = if document.files.is_empty() { End::NothingFound } else { End::Done };
    let text = document.text.take().unwrap_or_default();
    (document.fresh, document.notices) = (asking.ready.is_fresh, asking.ready.notices.clone().into());
    if args.json {
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    for notice in document.notices.iter() {
        console.note(notice);
    }
    if document.files.is_empty() && document.truncated {
        console.note(&format!("no file fits into {}", figures::counted(document.budget, "token")));
    }
    console.print(&text)?;
    console.remark(&format!(
        "{} of {} · {} of {} tokens",
        figures::count(document.files.len() as u64),
        figures::counted(document.all_files, "file"),
        figures::count(document.used as u64),
        figures::count(document.budget as u64)
    ));
    Ok(end)
}
