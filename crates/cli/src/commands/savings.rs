//! `quarry savings`: what answers saved, and how that is counted.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use quarry_engine::{CallSavings, Savings, savings};
use quarry_server::wire::json_line;

use crate::End;
use crate::args::SavingsArgs;
use crate::config::Environment;
use crate::console::{Console, DIM};
use crate::figures;
use crate::table::{Align, Table};
use crate::wire::savings::SavingsDocument;

/// How it is counted, for whoever reads the figures.
pub(crate) const HOW: &str = "\
Returned: bytes of the answer as the caller read it, times the tokens per byte of the files it came from, times 1.16 for
its paths and line numbers: the most that was measured, up to a fifth too much. Contexts on the command line are exact.
Whole files: tokens of every file whose code an answer showed, once per answer; files that are only named do not count.
Tokens are those of OpenAI's o200k, counted now in the files as they are; changed files are scaled by their size then.
What would have been read without Quarry is not known: an agent may read less than whole files, or more of them.";

pub(crate) fn run(args: &SavingsArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let root = args.path.as_deref().map(|path| environment.target(Some(path))).transpose()?;
    let root = root.as_ref().map(|target| target.root());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let since = args.since.map_or(Duration::ZERO, |time| now.saturating_sub(time)).as_secs();
    let found = savings(&environment.home()?, since, root).context("cannot read the notes of answers")?;
    if args.json {
        console.print(&json_line(&SavingsDocument::of(&found, root))?)?;
    } else if found.calls.is_empty() {
        console.print("no answers are noted yet\n")?;
    } else {
        console.print(&told(&found))?;
    }
    Ok(if found.calls.is_empty() { End::NothingFound } else { End::Done })
}

fn told(found: &Savings) -> String {
    let mut table = Table::new(&[
        ("ANSWERS", Align::Left),
        ("COUNT", Align::Right),
        ("RETURNED", Align::Right),
        ("WHOLE FILES", Align::Right),
        ("SAVED", Align::Right),
    ]);
    for calls in &found.calls {
        table.row(row(&calls.kind, calls));
    }
    table.row(row("all", &found.total));
    let since = found.first.map(|first| format!("The first was given {}. ", figures::ago(first))).unwrap_or_default();
    let missing = match found.n_missing_files {
        0 => String::new(),
        n_missing => format!(", {} gone and estimated", figures::count(n_missing as u64)),
    };
    let counted = figures::counted(found.n_counted_files, "file");
    format!("{}\n{DIM}{since}{counted} counted{missing}.\n{HOW}{DIM:#}\n", table.render())
}

fn row(name: &str, calls: &CallSavings) -> [String; 5] {
    [
        name.to_owned(),
        figures::count(calls.n_calls),
        figures::count(calls.returned_tokens),
        figures::count(calls.file_tokens),
        saved(calls).map_or_else(|| "-".to_owned(), |percent| format!("{percent:.0} %")),
    ]
}

/// The share of the whole files that was not returned, in percent; below zero if more was.
pub(crate) fn saved(calls: &CallSavings) -> Option<f64> {
    let whole = calls.file_tokens as f64;
    (calls.file_tokens > 0).then(|| (whole - calls.returned_tokens as f64) / whole * 100.0)
}
