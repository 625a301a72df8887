//! `quarry related`: what is like the code at a line, or like a text.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use quarry_engine::{Filter, RelatedRequest, RelatedResponse, RelatedTo};
use quarry_server::wire::{RelatedDocument, json_line};
use quarry_source::RepoPath;

use crate::End;
use crate::args::RelatedArgs;
use crate::asking::{Asking, There, Who, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::filters;
use crate::progress::is_stopped;
use crate::refresh::GoesBy;
use crate::remote::error::ServerError;
use crate::remote::pairs::Pairs;
use crate::remote::shapes;
use crate::render::{self, Closing, Length, View};
use crate::report::UsageError;

/// Stands for standard input.
const STDIN: &str = "-";

pub(crate) fn run(args: &RelatedArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let (path, to) = origin(args, environment)?;
    let filter = filters::from_args(&args.filters)?;
    let wish = Wish { path: path.as_deref(), refresh: args.refresh, goes_by: GoesBy::Index, only_here: None };
    let Some(asking) = Asking::open(&wish, environment, console)? else { return Ok(End::Stopped) };
    let within = if args.path.is_some() { asking.within.clone() } else { String::new() };
    let mut response = match &asking.who {
        Who::Here(here) => here.searcher.related(&RelatedRequest {
            to,
            filter: Filter { within, ..filter },
            limit: args.limit.map(usize::from),
            per_file: args.per_file.map(usize::from),
        })?,
        Who::There(there) => asked_there(there, to, Pairs::of_related(args, &within))?,
    };
    if is_stopped() {
        return Ok(End::Stopped);
    }
    response.notices = asking.notices_with(&response.notices);
    match args.json {
        true => {
            let root = asking.root.to_string_lossy();
            let mut document = RelatedDocument::of(&root, &response);
            (document.fresh, document.indexed_files) = (asking.ready.is_fresh, asking.n_files);
            console.print(&json_line(&document)?)?;
        }
        false => print_text(args, &asking, &response, console)?,
    }
    Ok(if response.hits.is_empty() { End::NothingFound } else { End::Done })
}

/// A line fits into an address, a text may not.
fn asked_there(there: &There, to: RelatedTo, pairs: Pairs) -> Result<RelatedResponse, ServerError> {
    let document = match to {
        RelatedTo::Line { path, line } => there.get("related", pairs.with("file", path).with("line", line))?,
        RelatedTo::Text(text) => {
            let pairs = pairs.with("text", text).with("repository", &there.repository);
            there.server.post("related", &pairs.to_json())?
        }
    };
    Ok(shapes::related(&document))
}

fn print_text(
    args: &RelatedArgs,
    asking: &Asking,
    response: &RelatedResponse,
    console: &mut Console,
) -> anyhow::Result<()> {
    for notice in &response.notices {
        console.note(notice);
    }
    if response.hits.is_empty() {
        console.remark("nothing is related");
        return Ok(());
    }
    let length = if args.full { Length::Full } else { Length::Short };
    let view = View {
        wanted: Default::default(),
        excerpts: Default::default(),
        max_line_chars: asking.max_line_chars,
        length,
        prefix: asking.prefix.clone(),
        is_coloured: console.has_colors(),
    };
    let mut text = render::related(response, view);
    if !args.refresh.quiet {
        text.push_str(&render::closing(&Closing {
            n_hits: response.hits.len(),
            elapsed: response.elapsed,
            n_files: asking.n_files,
            is_fresh: asking.ready.is_fresh,
        }));
    }
    Ok(console.print(&text)?)
}

/// What says which repository is meant, and what is compared.
fn origin(args: &RelatedArgs, environment: &Environment) -> anyhow::Result<(Option<PathBuf>, RelatedTo)> {
    if args.origin == STDIN {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if !text.contains(char::is_alphanumeric) {
            return Err(wrong("standard input holds no word to compare", "pipe code or text into it").into());
        }
        return Ok((args.path.clone(), RelatedTo::Text(text)));
    }
    let (file, line) = file_and_line(&args.origin)?;
    let place = environment.target(args.path.as_deref());
    // As typed, or as `--json` prints it: relative to the root.
    let below_root = || place.as_ref().ok().map(|target| target.root().join(file)).filter(|path| path.is_file());
    let named = Some(PathBuf::from(file)).filter(|path| path.is_file()).or_else(below_root);
    // A server may have files that are not here.
    if named.is_none() && environment.named_server()?.is_some() {
        return Ok((args.path.clone(), RelatedTo::Line { path: RepoPath::new(file), line }));
    }
    let Some(path) = named else {
        return Err(wrong(&format!("there is no file {file}"), "name a file as `path/to/file:line`").into());
    };
    let target = match &args.path {
        Some(_) => place?,
        None => environment.target(Some(&path))?,
    };
    let absolute = fs_err::canonicalize(&path)?;
    let Ok(relative) = absolute.strip_prefix(target.root()) else {
        let what = format!("{file} is not in {}", target.root().display());
        return Err(wrong(&what, "leave PATH out, or name the repository of the file").into());
    };
    Ok((Some(args.path.clone().unwrap_or(path)), RelatedTo::Line { path: slashed(relative), line }))
}

fn slashed(path: &Path) -> RepoPath {
    RepoPath::new(&path.to_string_lossy())
}

fn file_and_line(text: &str) -> Result<(&str, u32), UsageError> {
    let parts = text.rsplit_once(':').filter(|(file, _)| !file.is_empty());
    let line = parts.and_then(|(_, line)| line.parse().ok()).filter(|line| *line > 0);
    match (parts, line) {
        (Some((file, _)), Some(line)) => Ok((file, line)),
        _ => {
            Err(wrong(&format!("`{text}` is not FILE:LINE"), "name a line of a file: `quarry related src/auth.rs:42`"))
        }
    }
}

fn wrong(what: &str, help: &str) -> UsageError {
    UsageError { what: what.to_owned(), help: Some(help.to_owned()) }
}
