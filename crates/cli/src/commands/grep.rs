//! `quarry grep`: refresh, find everything, show.

use std::path::PathBuf;

use quarry_engine::{Case, Filter, GrepPattern, GrepRequest, GrepResponse, PatternStyle};
use quarry_server::wire::{GrepDocument, json_line};

use crate::End;
use crate::args::GrepArgs;
use crate::asking::{Asking, Who, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::progress::is_stopped;
use crate::refresh::GoesBy;
use crate::remote::pairs::Pairs;
use crate::remote::shapes;
use crate::render::grep::Closing;
use crate::{filters, render, report};

/// What was found and what is to be known about it.
struct Answer {
    response: GrepResponse,
    is_fresh: bool,
    notices: Vec<String>,
    /// Top of the repository, where it was answered.
    root: PathBuf,
}

/// Whoever asks grep expects 1 to mean that nothing matches, so everything that goes wrong is 2.
pub(crate) fn run(args: &GrepArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    found(args, environment, console).or_else(|error| match report::error(&error, console) {
        0 => Ok(End::Done),
        _ => Ok(End::WrongInput),
    })
}

fn found(args: &GrepArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let pattern = GrepPattern::new(&args.pattern, style(args))?;
    let filter = filters::from_args(&args.filters)?;
    let wish =
        Wish { path: args.path.as_deref(), refresh: args.refresh, goes_by: GoesBy::ListedFiles, only_here: None };
    let Some(asking) = Asking::open(&wish, environment, console)? else { return Ok(End::Stopped) };
    let within = if args.path.is_some() { asking.within.clone() } else { String::new() };
    let mut response = match &asking.who {
        Who::Here(here) => here.searcher.grep(&request(args, pattern, Filter { within, ..filter })),
        Who::There(there) => shapes::grepped(&there.get("grep", Pairs::of_grep(args, &within))?),
    };
    if is_stopped() {
        return Ok(End::Stopped);
    }
    // Matches need no vectors, so what a model could not do is not told.
    let told = &asking.ready.notices;
    let new = response.notices.drain(..).filter(|notice| !told.contains(notice));
    let notices = told.iter().cloned().chain(new.collect::<Vec<_>>()).collect();
    let answer = Answer { response, is_fresh: asking.ready.is_fresh, notices, root: asking.root };
    print(args, &answer, &asking.prefix, console)?;
    Ok(if answer.response.files.is_empty() { End::NothingFound } else { End::Done })
}

fn style(args: &GrepArgs) -> PatternStyle {
    let case = match (args.ignore_case, args.case_sensitive) {
        (true, _) => Case::Insensitive,
        (_, true) => Case::Sensitive,
        _ => Case::Smart,
    };
    PatternStyle { is_literal: args.fixed_strings, case, whole_words: args.word }
}

fn request(args: &GrepArgs, pattern: GrepPattern, filter: Filter) -> GrepRequest {
    // Paths and counts need no lines at all.
    let limit = if args.files || args.count { Some(0) } else { args.limit.map(|limit| limit as usize) };
    GrepRequest {
        pattern,
        filter,
        limit,
        lines_before: args.around.before().unwrap_or(0),
        lines_after: args.around.after().unwrap_or(0),
    }
}

fn print(args: &GrepArgs, answer: &Answer, prefix: &str, console: &mut Console) -> anyhow::Result<()> {
    let response = &answer.response;
    if args.json {
        let mut document = GrepDocument::of(response, &args.pattern, &answer.root);
        document.fresh = answer.is_fresh;
        document.notices = (&answer.notices).into();
        return Ok(console.print(&json_line(&document)?)?);
    }
    answer.notices.iter().for_each(|notice| console.note(notice));
    let per_file = |count: fn(usize) -> String| -> String {
        response.files.iter().map(|file| format!("{prefix}{}{}\n", file.path, count(file.n_lines))).collect()
    };
    let text = match () {
        () if args.files => per_file(|_| String::new()),
        () if args.count => per_file(|n_lines| format!(":{n_lines}")),
        () if args.quickfix => render::quickfix::grep(response, prefix),
        () => render::grep::found(response, prefix),
    };
    console.print(&text)?;
    match response.files.is_empty() {
        true => console.remark("nothing matches"),
        false if args.refresh.quiet || args.files || args.count || args.quickfix => {}
        false => console.print(&render::grep::closing(&Closing { response, is_fresh: answer.is_fresh }))?,
    }
    Ok(())
}
