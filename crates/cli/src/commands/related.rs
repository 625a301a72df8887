//! `quarry related`: what is like the code at a line, or like a text.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use quarry_engine::{Engine, RelatedRequest, RelatedResponse, RelatedTo};
use quarry_server::wire::{RelatedDocument, json_line};
use quarry_source::RepoPath;

use crate::End;
use crate::args::RelatedArgs;
use crate::config::{Environment, Target};
use crate::console::Console;
use crate::filters;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::render::{self, Closing, Length, View};
use crate::report::UsageError;

/// Stands for standard input.
const STDIN: &str = "-";

pub(crate) fn run(args: &RelatedArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let (target, to) = origin(args, environment)?;
    let mut filter = filters::from_args(&args.filters)?;
    if args.path.is_some() {
        filter.within = target.location.within.clone();
    }
    let request =
        RelatedRequest { to, filter, limit: args.limit.map(usize::from), per_file: args.per_file.map(usize::from) };
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(ready) = refresh::before_answer(&engine, args.refresh, GoesBy::Index, console)? else {
        return Ok(End::Stopped);
    };
    let is_fresh = ready.is_fresh;
    let searcher = engine.open().with_context(|| refresh::failed(&engine))?;
    let mut response = searcher.related(&request)?;
    if is_stopped() {
        return Ok(End::Stopped);
    }
    response.notices = ready.notices_with(&response.notices);
    let closing = Closing {
        n_hits: response.hits.len(),
        elapsed: response.elapsed,
        n_files: searcher.manifest().files.len(),
        is_fresh,
    };
    match args.json {
        true => {
            let root = engine.root().to_string_lossy();
            let mut document = RelatedDocument::of(&root, &response);
            document.fresh = is_fresh;
            console.print(&json_line(&document)?)?;
        }
        false => print_text(args, (&engine, &environment.way_to(target.root())), &response, &closing, console)?,
    }
    Ok(if response.hits.is_empty() { End::NothingFound } else { End::Done })
}

fn print_text(
    args: &RelatedArgs,
    (engine, prefix): (&Engine, &str),
    response: &RelatedResponse,
    closing: &Closing,
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
        max_line_chars: engine.settings().search.max_line_chars,
        length,
        prefix: prefix.to_owned(),
    };
    let mut text = render::related(response, view);
    if !args.refresh.quiet {
        text.push_str(&render::closing(closing));
    }
    Ok(console.print(&text)?)
}

/// The repository, and what is compared.
fn origin(args: &RelatedArgs, environment: &Environment) -> anyhow::Result<(Target, RelatedTo)> {
    if args.origin == STDIN {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if !text.contains(char::is_alphanumeric) {
            return Err(wrong("standard input holds no word to compare", "pipe code or text into it").into());
        }
        return Ok((environment.target(args.path.as_deref())?, RelatedTo::Text(text)));
    }
    let (file, line) = file_and_line(&args.origin)?;
    let place = environment.target(args.path.as_deref());
    // As typed, or as `--json` prints it: relative to the root.
    let below_root = || place.as_ref().ok().map(|target| target.root().join(file)).filter(|path| path.is_file());
    let named = Some(PathBuf::from(file)).filter(|path| path.is_file()).or_else(below_root);
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
    Ok((target.clone(), RelatedTo::Line { path: slashed(relative), line }))
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
