//! `quarry search`: refresh, ask, show.

use anyhow::Context;
use quarry_engine::{AnsweredCall, Excerpts, Filter, Hit, SearchRequest, SearchResponse, Settings};
use quarry_server::wire::{SearchDocument, json_line};

use crate::End;
use crate::args::{SearchArgs, SearchOptions};
use crate::asking::{Asking, Who, Wish};
use crate::config::{Environment, overlay_search};
use crate::console::Console;
use crate::filters;
use crate::matches::Wanted;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::remote::pairs::Pairs;
use crate::remote::shapes;
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
    environment: Environment,
    /// What leads from the reader's directory to the root.
    pub(super) prefix: String,
}

/// An answer and what is to be known about it.
pub(super) struct Answer {
    /// Who gave it.
    asking: Asking,
    pub(super) response: SearchResponse,
    notices: Vec<String>,
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
    answer.note(args, show, console);
    let end = if answer.response.hits.is_empty() { End::NothingFound } else { End::Done };
    // The process ends, and the system takes back at once what would be let go piece by piece.
    std::mem::forget(answer);
    Ok(end)
}

impl Answer {
    /// Notes it for `quarry savings`, if code was shown.
    fn note(&self, args: &SearchArgs, show: Show, console: &Console) {
        let shows_code = show == Show::Hits && !args.options.files && !args.options.quickfix;
        // A server notes what it answers itself.
        let Who::Here(here) = &self.asking.who else { return };
        if let Some(log) = here.engine.savings_log().filter(|_| shows_code) {
            let paths = self.response.hits.iter().map(|hit| hit.path.as_str()).collect();
            let n_bytes = console.n_printed();
            log.note(&AnsweredCall { kind: "cli search", n_bytes, n_tokens: None, paths, index: None });
        }
    }
}

impl Asked {
    pub(super) fn of(args: &SearchArgs, environment: &Environment) -> anyhow::Result<Asked> {
        if !args.query.contains(char::is_alphanumeric) {
            return Err(quarry_engine::SearchError::EmptyQuery.into());
        }
        let target = environment.target(args.path.as_deref());
        let prefix = target.map(|target| environment.way_to(target.root())).unwrap_or_default();
        Ok(Asked { environment: environment.clone(), prefix })
    }

    /// Brings the index up to date and asks it, with reasons if they are to be shown. `None`: Ctrl-C, and the reader has been told.
    pub(super) fn answer(
        &self,
        args: &SearchArgs,
        show: Show,
        console: &mut Console,
    ) -> anyhow::Result<Option<Answer>> {
        let options = &args.options;
        let filter = filters::from_args(&options.filters)?;
        let wish = Wish {
            path: args.path.as_deref(),
            refresh: options.refresh,
            goes_by: GoesBy::Index,
            only_here: matches!(options.rerank, Some(Some(_)))
                .then_some("a server decides itself which model re-ranks"),
        };
        let overlay = |settings: &mut Settings| overlay_search(settings, options);
        let ask = |asking: &Asking| ask(args, &filter, show, asking);
        let Some((asking, response)) = Asking::answered(&wish, overlay, &self.environment, console, ask)? else {
            return Ok(None);
        };
        // A model that was not waited for is no error.
        if is_stopped() {
            return Ok(None);
        }
        let response = response?;
        Ok(Some(Answer { notices: asking.notices_with(&response.notices), response, asking }))
    }

    pub(super) fn print(
        &self,
        args: &SearchArgs,
        show: Show,
        answer: &Answer,
        console: &mut Console,
    ) -> anyhow::Result<()> {
        if args.options.json {
            return print_json(args, answer, console);
        }
        tell_notices(answer, console);
        let hits = &answer.response.hits;
        match () {
            () if show == Show::Explanation => console.print(&explained(answer))?,
            () if args.options.quickfix => {
                console.print(&quickfix::hits(hits, &Wanted::of(&args.query), &self.prefix))?;
            }
            () if args.options.files => print_files(answer, &self.prefix, console)?,
            () => print_text(args, answer, &self.prefix, console)?,
        }
        Ok(())
    }
}

fn ask(args: &SearchArgs, filter: &Filter, show: Show, asking: &Asking) -> anyhow::Result<SearchResponse> {
    let explain = show == Show::Explanation;
    // A path that was named restricts the answer to that part of the repository.
    let within = if args.path.is_some() { asking.within.clone() } else { String::new() };
    match &asking.who {
        Who::Here(here) => {
            let filter = Filter { within, ..filter.clone() };
            let request = SearchRequest { query: args.query.clone(), filter, explain, ..SearchRequest::default() };
            here.searcher.search(&request).with_context(|| refresh::failed(&here.engine))
        }
        Who::There(there) => {
            let route = if explain { "explain" } else { "search" };
            let document = there.get(route, Pairs::of_search(args, &within));
            document.map(|document| shapes::searched(&document)).map_err(Into::into)
        }
    }
}

fn print_json(args: &SearchArgs, answer: &Answer, console: &mut Console) -> anyhow::Result<()> {
    let mut document = SearchDocument::of(&answer.response, &args.query, &answer.asking.root);
    (document.fresh, document.notices) = (answer.asking.ready.is_fresh, (&answer.notices).into());
    document.indexed_files = answer.asking.n_files;
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

fn print_text(args: &SearchArgs, answer: &Answer, prefix: &str, console: &mut Console) -> anyhow::Result<()> {
    let hits = &answer.response.hits;
    if hits.is_empty() {
        console.remark("no results");
        return Ok(());
    }
    let view = View {
        wanted: Wanted::of(&args.query),
        excerpts: Excerpts::for_query(&args.query),
        max_line_chars: answer.asking.max_line_chars,
        length: length(&args.options),
        prefix: prefix.to_owned(),
        is_coloured: console.has_colors(),
    };
    let mut text = render::hits(hits, &view);
    text.push_str(&render::around(&answer.response.expansion.related, prefix));
    if args.options.explain {
        text.push_str(&explained(answer));
    }
    if !args.options.refresh.quiet {
        text.push_str(&render::closing(&Closing {
            n_hits: hits.len(),
            elapsed: answer.response.elapsed,
            n_files: answer.asking.n_files,
            is_fresh: answer.asking.ready.is_fresh,
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
