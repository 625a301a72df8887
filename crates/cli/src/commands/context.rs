//! `quarry context`: refresh, assemble, print.

use anyhow::Context;
use quarry_engine::{ContextLayout, ContextRequest, ContextResponse, Engine, Ready, SearchError, Shown, causes};
use quarry_server::wire::{ContextDocument, json_line};

use crate::End;
use crate::args::{ContextArgs, ContextFormat};
use crate::config::{Environment, Target};
use crate::console::Console;
use crate::figures;
use crate::filters;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};

pub(crate) fn run(args: &ContextArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    if !args.question.contains(char::is_alphanumeric) {
        return Err(SearchError::EmptyQuery.into());
    }
    let target = environment.target(args.path.as_deref())?;
    let request = request(args, &target)?;
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(ready) = refresh::before_answer(&engine, args.refresh, GoesBy::Index, console)? else {
        return Ok(End::Stopped);
    };
    let searcher = engine.open().with_context(|| refresh::failed(&engine))?;
    let known = shown_before(args, &engine)?;
    let response = searcher.assemble_context(&request, &known);
    // A model that was not waited for is no error.
    if is_stopped() {
        return Ok(End::Stopped);
    }
    let mut response = response.with_context(|| refresh::failed(&engine))?;
    response.notices = ready.notices_with(&response.notices);
    print(args, &engine, &response, &ready, console)?;
    // The answer is given; that it may be given again is worth a note.
    if let Some(session) = &args.session
        && let Err(error) = engine.sessions().remember(session, &response.newly_shown)
    {
        console.note(&causes(&error));
    }
    Ok(if response.primary.is_empty() { End::NothingFound } else { End::Done })
}

/// The question with its filters; a path that was named restricts what is found to that part of the repository.
fn request(args: &ContextArgs, target: &Target) -> anyhow::Result<ContextRequest> {
    let mut filter = filters::from_args(&args.filters)?;
    if args.path.is_some() {
        filter.within = target.location.within.clone();
    }
    Ok(ContextRequest {
        query: args.question.clone(),
        filter,
        budget: args.budget.map(|tokens| tokens as usize),
        lines_before: args.before.map(usize::from),
        lines_after: args.after.map(usize::from),
        layout: match args.format() {
            ContextFormat::Markdown | ContextFormat::Json => ContextLayout::Markdown,
            ContextFormat::Xml => ContextLayout::Tags,
        },
    })
}

fn shown_before(args: &ContextArgs, engine: &Engine) -> anyhow::Result<Shown> {
    match &args.session {
        Some(session) => Ok(engine.sessions().shown(session)?),
        None => Ok(Shown::default()),
    }
}

fn print(
    args: &ContextArgs,
    engine: &Engine,
    response: &ContextResponse,
    ready: &Ready,
    console: &mut Console,
) -> anyhow::Result<()> {
    if args.format() == ContextFormat::Json {
        let mut document = ContextDocument::of(response, &args.question, engine.root());
        document.fresh = ready.is_fresh;
        return Ok(console.print(&json_line(&document)?)?);
    }
    for notice in &response.notices {
        console.note(notice);
    }
    console.print(&response.text)?;
    console.remark(&closing(response));
    Ok(())
}

/// What it took, for somebody who watches: the text itself is handed on, so nothing else stands beside it.
fn closing(response: &ContextResponse) -> String {
    if response.primary.is_empty() {
        return "no results".to_owned();
    }
    let left_out = match response.n_left_out {
        0 => String::new(),
        n_left_out => format!(", {} left out", figures::count(n_left_out as u64)),
    };
    format!(
        "{} of {} tokens · {}{left_out} · {} related · {}",
        figures::count(response.n_tokens as u64),
        figures::count(response.budget.available() as u64),
        figures::counted(response.primary.len(), "result"),
        figures::count(response.related.len() as u64),
        figures::duration(response.elapsed)
    )
}
