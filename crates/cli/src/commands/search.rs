//! `quarry search`: refresh, ask, show.

use anyhow::Context;
use quarry_engine::{Engine, Hit, SearchRequest, SearchResponse};
use quarry_server::wire::{SearchDocument, json_line};

use crate::End;
use crate::args::{SearchArgs, SearchOptions};
use crate::config::{Environment, Target, overlay_search};
use crate::console::Console;
use crate::filters;
use crate::matches::Wanted;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::render::{self, Closing, Length, View};

/// What of an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The hits.
    Hits,
    /// How they came about.
    Explanation,
}

/// An answer and what is to be known about it.
struct Answer {
    response: SearchResponse,
    is_fresh: bool,
    notices: Vec<String>,
    n_files: usize,
}

pub(crate) fn run(
    args: &SearchArgs,
    show: Show,
    environment: &Environment,
    console: &mut Console,
) -> anyhow::Result<End> {
    if args.options.refresh.quiet {
        console.be_quiet();
    }
    if !args.query.contains(char::is_alphanumeric) {
        return Err(quarry_engine::SearchError::EmptyQuery.into());
    }
    let target = environment.target(args.path.as_deref())?;
    let mut settings = target.settings()?;
    overlay_search(&mut settings, &args.options)?;
    let request =
        SearchRequest { explain: args.options.explain || show == Show::Explanation, ..request(args, &target)? };
    let engine = target.engine(settings);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(ready) = refresh::before_answer(&engine, args.options.refresh, GoesBy::Index, console)? else {
        return Ok(End::Stopped);
    };
    let is_fresh = ready.is_fresh;
    let searcher = engine.open().with_context(|| refresh::failed(&engine))?;
    let response = searcher.search(&request);
    // A model that was not waited for is no error.
    if is_stopped() {
        return Ok(End::Stopped);
    }
    let response = response.with_context(|| refresh::failed(&engine))?;
    let notices = ready.notices_with(&response.notices);
    let n_files = searcher.manifest().files.len();
    let answer = Answer { response, is_fresh, notices, n_files };
    match () {
        () if args.options.json => print_json(args, &engine, &answer, console)?,
        () if show == Show::Explanation => {
            tell_notices(&answer, console);
            console.print(&explained(&answer))?;
        }
        () if args.options.files => print_files(&answer, &environment.way_to(target.root()), console)?,
        () => print_text(args, &engine, &answer, &environment.way_to(target.root()), console)?,
    }
    Ok(if answer.response.hits.is_empty() { End::NothingFound } else { End::Done })
}

/// The question with its filters; a path that was named restricts it to that part of the repository.
fn request(args: &SearchArgs, target: &Target) -> anyhow::Result<SearchRequest> {
    let mut filter = filters::from_args(&args.options.filters)?;
    if args.path.is_some() {
        filter.within = target.location.within.clone();
    }
    Ok(SearchRequest { query: args.query.clone(), filter, ..SearchRequest::default() })
}

fn print_json(args: &SearchArgs, engine: &Engine, answer: &Answer, console: &mut Console) -> anyhow::Result<()> {
    let mut document = SearchDocument::of(&answer.response, &args.query, engine.root());
    (document.fresh, document.notices) = (answer.is_fresh, &answer.notices);
    Ok(console.print(&json_line(&document)?)?)
}

/// Each path once, in the order of its best hit.
fn print_files(answer: &Answer, prefix: &str, console: &mut Console) -> anyhow::Result<()> {
    tell_notices(answer, console);
    let mut paths: Vec<&str> = Vec::new();
    for Hit { path, .. } in &answer.response.hits {
        if !paths.contains(&path.as_str()) {
            paths.push(path.as_str());
        }
    }
    let text: String = paths.iter().map(|path| format!("{prefix}{path}\n")).collect();
    Ok(console.print(&text)?)
}

fn print_text(
    args: &SearchArgs,
    engine: &Engine,
    answer: &Answer,
    prefix: &str,
    console: &mut Console,
) -> anyhow::Result<()> {
    tell_notices(answer, console);
    let hits = &answer.response.hits;
    if hits.is_empty() {
        console.remark("no results");
        return Ok(());
    }
    let view = View {
        wanted: Wanted::of(&args.query),
        max_line_chars: engine.settings().search.max_line_chars,
        length: length(&args.options),
        prefix: prefix.to_owned(),
    };
    let mut text = render::hits(hits, &view);
    if args.options.explain {
        text.push_str(&explained(answer));
    }
    if !args.options.refresh.quiet {
        text.push_str(&render::closing(&Closing {
            n_hits: hits.len(),
            elapsed: answer.response.elapsed,
            n_files: answer.n_files,
            is_fresh: answer.is_fresh,
        }));
    }
    Ok(console.print(&text)?)
}

fn explained(answer: &Answer) -> String {
    answer.response.explanation.as_ref().map(render::explanation).unwrap_or_default()
}

fn tell_notices(answer: &Answer, console: &mut Console) {
    for notice in &answer.notices {
        console.note(notice);
    }
}

/// Whoever asks for lines around a hit wants to see all of it.
fn length(options: &SearchOptions) -> Length {
    let around = options.around.before().or(options.around.after());
    if options.full || around.is_some() { Length::Full } else { Length::Short }
}
