//! `quarry context`: refresh, assemble, print.

use anyhow::Context;
use quarry_engine::{AnsweredCall, ContextLayout, ContextRequest, Filter, SearchError, Shown, Tokenizer, causes};
use quarry_server::wire::{ContextDocument, json_line};

use crate::End;
use crate::args::{ContextArgs, ContextFormat};
use crate::asking::{Asking, Here, Who, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::filters;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::remote::pairs::Pairs;
use crate::remote::shapes;

pub(crate) fn run(args: &ContextArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    if !args.question.contains(char::is_alphanumeric) {
        return Err(SearchError::EmptyQuery.into());
    }
    let filter = filters::from_args(&args.filters)?;
    let wish = Wish { path: args.path.as_deref(), refresh: args.refresh, goes_by: GoesBy::Index, only_here: None };
    let Some(asking) = Asking::open(&wish, environment, console)? else { return Ok(End::Stopped) };
    let within = if args.path.is_some() { asking.within.clone() } else { String::new() };
    match &asking.who {
        Who::Here(here) => here_answered(args, Filter { within, ..filter }, here, &asking, console),
        Who::There(there) => {
            let mut document: ContextDocument<'_> = there.get("context", pairs(args, &within))?;
            document.fresh = asking.ready.is_fresh;
            document.notices = asking.notices_with(&document.notices).into();
            print(args, document, console)
        }
    }
}

fn here_answered(
    args: &ContextArgs,
    filter: Filter,
    here: &Here,
    asking: &Asking,
    console: &mut Console,
) -> anyhow::Result<End> {
    let known = match &args.session {
        Some(session) => here.engine.sessions().shown(session)?,
        None => Shown::default(),
    };
    let response = here.searcher.assemble_context(&request(args, filter), &known);
    // A model that was not waited for is no error.
    if is_stopped() {
        return Ok(End::Stopped);
    }
    let response = response.with_context(|| refresh::failed(&here.engine))?;
    let mut document = ContextDocument::of(&response, &args.question, &asking.root);
    document.fresh = asking.ready.is_fresh;
    document.notices = asking.notices_with(&response.notices).into();
    document.text = Some((&response.text).into());
    let end = print(args, document, console)?;
    if let Some(log) = here.engine.savings_log() {
        let paths = response.primary.iter().map(|piece| piece.path.as_str()).collect();
        let is_exact =
            args.format() != ContextFormat::Json && here.engine.settings().context.tokenizer == Tokenizer::O200k;
        let n_tokens = is_exact.then_some(response.n_tokens);
        let index = Some(here.searcher.manifest());
        log.note(&AnsweredCall { kind: "cli context", n_bytes: console.n_printed(), n_tokens, paths, index });
    }
    // The answer is given; that it may be given again is worth a note.
    if let Some(session) = &args.session
        && let Err(error) = here.engine.sessions().remember(session, &response.newly_shown)
    {
        console.note(&causes(&error));
    }
    Ok(end)
}

/// The question with its filter.
fn request(args: &ContextArgs, filter: Filter) -> ContextRequest {
    ContextRequest {
        query: args.question.clone(),
        filter,
        budget: args.budget.map(|tokens| tokens as usize),
        lines_before: args.before.map(usize::from),
        lines_after: args.after.map(usize::from),
        layout: match args.format() {
            ContextFormat::Markdown | ContextFormat::Json => ContextLayout::Markdown,
            ContextFormat::Xml => ContextLayout::Tags,
        },
    }
}

/// The same for a server.
fn pairs(args: &ContextArgs, within: &str) -> Pairs {
    let format = match args.format() {
        ContextFormat::Markdown | ContextFormat::Json => "markdown",
        ContextFormat::Xml => "xml",
    };
    Pairs::default()
        .with("query", &args.question)
        .with("format", format)
        .with_some("budget", args.budget)
        .with_some("before", args.before)
        .with_some("after", args.after)
        .with_some("session", args.session.as_ref())
        .filtered(&args.filters, within)
}

fn print(args: &ContextArgs, mut document: ContextDocument<'_>, console: &mut Console) -> anyhow::Result<End> {
    let end = if document.primary.is_empty() { End::NothingFound } else { End::Done };
    let text = document.text.take().unwrap_or_default();
    if args.format() == ContextFormat::Json {
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    for notice in document.notices.iter() {
        console.note(notice);
    }
    console.print(&text)?;
    console.remark(&closing(&document));
    Ok(end)
}

/// What it took, for somebody who watches: the text itself is handed on, so nothing else stands beside it.
fn closing(document: &ContextDocument<'_>) -> String {
    if document.primary.is_empty() {
        return "no results".to_owned();
    }
    let left_out = match document.left_out {
        0 => String::new(),
        n_left_out => format!(", {} left out", figures::count(n_left_out as u64)),
    };
    let budget = &document.budget;
    format!(
        "{} of {} tokens · {}{left_out} · {} related · {}",
        figures::count(budget.used as u64),
        figures::count(budget.total.saturating_sub(budget.reserved) as u64),
        figures::counted(document.primary.len(), "result"),
        figures::count(document.related.len() as u64),
        figures::duration(shapes::duration(document.elapsed_ms))
    )
}
