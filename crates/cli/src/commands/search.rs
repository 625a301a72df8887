//! `quarry search`: refresh, ask, show.

use anyhow::Context;
use quarry_engine::{Engine, Filter, Hit, SearchRequest, SearchResponse};
use quarry_server::wire::{SearchDocument, json_line};

use crate::End;
use crate::args::{SearchArgs, SearchOptions};
use crate::config::{Environment, overlay_search};
use crate::console::Console;
use crate::filters;
use crate::matches::Wanted;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::render::{self, Closing, Length, View, quickfix};

/// What of an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The hits.
    Hits,
    /// How they came about.
    Explanation,
}

/// A repository that is asked, perhaps more than once.
pub(super) struct Asked {
    engine: Engine,
    /// What leads from the reader's directory to the root.
    pub(super) prefix: String,
    /// The part of it to stay in; empty for all of it.
    within: String,
}

/// An answer and what is to be known about it.
pub(super) struct Answer {
    pub(super) response: SearchResponse,
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
    let asked = Asked::of(args, environment)?;
    let wanted = if args.options.explain { Show::Explanation } else { show };
    let Some(answer) = asked.answer(args, wanted, console)? else { return Ok(End::Stopped) };
    asked.print(args, show, &answer, console)?;
    Ok(if answer.response.hits.is_empty() { End::NothingFound } else { End::Done })
}

impl Asked {
    pub(super) fn of(args: &SearchArgs, environment: &Environment) -> anyhow::Result<Asked> {
        if !args.query.contains(char::is_alphanumeric) {
            return Err(quarry_engine::SearchError::EmptyQuery.into());
        }
        let target = environment.target(args.path.as_deref())?;
        let mut settings = target.settings()?;
        overlay_search(&mut settings, &args.options)?;
        let engine = target.engine(settings);
        refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
        let prefix = environment.way_to(target.root());
        // A path that was named restricts the answer to that part of the repository.
        let within = args.path.as_ref().map(|_| target.location.within.clone()).unwrap_or_default();
        Ok(Asked { engine, prefix, within })
    }

    /// Brings the index up to date and asks it, with reasons if they are to be shown. `None`: Ctrl-C, and the reader has
    /// been told.
    pub(super) fn answer(
        &self,
        args: &SearchArgs,
        show: Show,
        console: &mut Console,
    ) -> anyhow::Result<Option<Answer>> {
        let engine = &self.engine;
        let filter = Filter { within: self.within.clone(), ..filters::from_args(&args.options.filters)? };
        let explain = show == Show::Explanation;
        let request = SearchRequest { query: args.query.clone(), filter, explain, ..SearchRequest::default() };
        let Some(ready) = refresh::before_answer(engine, args.options.refresh, GoesBy::Index, console)? else {
            return Ok(None);
        };
        let searcher = engine.open().with_context(|| refresh::failed(engine))?;
        let response = searcher.search(&request);
        // A model that was not waited for is no error.
        if is_stopped() {
            return Ok(None);
        }
        let response = response.with_context(|| refresh::failed(engine))?;
        let notices = ready.notices_with(&response.notices);
        let n_files = searcher.manifest().files.len();
        Ok(Some(Answer { response, is_fresh: ready.is_fresh, notices, n_files }))
    }

    pub(super) fn print(
        &self,
        args: &SearchArgs,
        show: Show,
        answer: &Answer,
        console: &mut Console,
    ) -> anyhow::Result<()> {
        if args.options.json {
            return print_json(args, &self.engine, answer, console);
        }
        tell_notices(answer, console);
        match () {
            () if show == Show::Explanation => Ok(console.print(&explained(answer))?),
            () if args.options.quickfix => {
                let hits = &answer.response.hits;
                Ok(console.print(&quickfix::hits(hits, &Wanted::of(&args.query), &self.prefix))?)
            }
            () if args.options.files => print_files(answer, &self.prefix, console),
            () => print_text(args, &self.engine, answer, &self.prefix, console),
        }
    }
}

fn print_json(args: &SearchArgs, engine: &Engine, answer: &Answer, console: &mut Console) -> anyhow::Result<()> {
    let mut document = SearchDocument::of(&answer.response, &args.query, engine.root());
    (document.fresh, document.notices) = (answer.is_fresh, &answer.notices);
    Ok(console.print(&json_line(&document)?)?)
}

/// Each path once, in the order of its best hit.
fn print_files(answer: &Answer, prefix: &str, console: &mut Console) -> anyhow::Result<()> {
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
