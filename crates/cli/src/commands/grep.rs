//! `quarry grep`: refresh, find everything, show.

use anyhow::Context;
use quarry_engine::{Case, Engine, GrepPattern, GrepRequest, GrepResponse, PatternStyle, Ready};
use quarry_server::wire::{GrepDocument, json_line};

use crate::End;
use crate::args::GrepArgs;
use crate::config::{Environment, Target};
use crate::console::Console;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::render::grep::Closing;
use crate::{filters, render, report};

/// What was found and what is to be known about it.
struct Answer {
    response: GrepResponse,
    is_fresh: bool,
    notices: Vec<String>,
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
    let target = environment.target(args.path.as_deref())?;
    let request = request(args, pattern, &target)?;
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(Ready { is_fresh, mut notices, .. }) =
        refresh::before_answer(&engine, args.refresh, GoesBy::ListedFiles, console)?
    else {
        return Ok(End::Stopped);
    };
    let searcher = engine.open().with_context(|| refresh::failed(&engine))?;
    let mut response = searcher.grep(&request);
    if is_stopped() {
        return Ok(End::Stopped);
    }
    // Matches need no vectors, so what a model could not do is not told.
    notices.append(&mut response.notices);
    let answer = Answer { response, is_fresh, notices };
    print(args, &engine, &answer, &environment.way_to(target.root()), console)?;
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

fn request(args: &GrepArgs, pattern: GrepPattern, target: &Target) -> anyhow::Result<GrepRequest> {
    let mut filter = filters::from_args(&args.filters)?;
    if args.path.is_some() {
        filter.within = target.location.within.clone();
    }
    // Paths and counts need no lines at all.
    let limit = if args.files || args.count { Some(0) } else { args.limit.map(|limit| limit as usize) };
    Ok(GrepRequest {
        pattern,
        filter,
        limit,
        lines_before: args.around.before().unwrap_or(0),
        lines_after: args.around.after().unwrap_or(0),
    })
}

fn print(args: &GrepArgs, engine: &Engine, answer: &Answer, prefix: &str, console: &mut Console) -> anyhow::Result<()> {
    let response = &answer.response;
    if args.json {
        let mut document = GrepDocument::of(response, &args.pattern, engine.root());
        document.fresh = answer.is_fresh;
        document.notices = &answer.notices;
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
