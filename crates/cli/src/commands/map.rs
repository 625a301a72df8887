//! `quarry map`: the most central files and signatures of a repository.

use anyhow::Context;
use quarry_engine::MapRequest;
use quarry_server::wire::{MapDocument, json_line};

use crate::End;
use crate::args::MapArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::refresh::{self, GoesBy};

pub(crate) fn run(args: &MapArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let target = environment.target(args.path.as_deref())?;
    let mut request = MapRequest { budget: args.budget.map(|tokens| tokens as usize), ..MapRequest::default() };
    if args.path.is_some() {
        request.filter.within = target.location.within.clone();
    }
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(ready) = refresh::before_answer(&engine, args.refresh, GoesBy::Index, console)? else {
        return Ok(End::Stopped);
    };
    let searcher = engine.open().with_context(|| refresh::failed(&engine))?;
    let map = searcher.map(&request).with_context(|| refresh::failed(&engine))?;
    if args.json {
        let mut document = MapDocument::of(&map, engine.root());
        (document.fresh, document.notices) = (ready.is_fresh, &ready.notices);
        console.print(&json_line(&document)?)?;
    } else {
        for notice in &ready.notices {
            console.note(notice);
        }
        if map.files.is_empty() && map.truncated {
            console.note(&format!("no file fits into {}", figures::counted(map.budget, "token")));
        }
        console.print(&map.text)?;
        console.remark(&format!(
            "{} of {} · {} of {} tokens",
            figures::count(map.files.len() as u64),
            figures::counted(map.n_files, "file"),
            figures::count(map.n_tokens as u64),
            figures::count(map.budget as u64)
        ));
    }
    Ok(if map.files.is_empty() { End::NothingFound } else { End::Done })
}
