//! Before a search: the index is made or brought up to date, or the reader is told why it is not.
//!
//! An old answer beats none: where another process writes, the disk is full or the folder is read-only, the last
//! complete generation answers, with a note. Never here: the search itself.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use quarry_engine::{Engine, IndexReport, OpenError, Ready, Refreshed, is_everything};

use crate::args::RefreshArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::progress::{Steps, Watch};
use crate::report::UsageError;

/// How long the first index, made by another process, is waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// How often is looked whether it is there.
const POLL: Duration = Duration::from_millis(50);

/// What an answer goes by when the index is taken as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoesBy {
    /// What the index holds.
    Index,
    /// The files that the index lists, read from disk.
    ListedFiles,
}

/// Makes an index ready for an answer, as its user wishes. `None`: Ctrl-C, and the reader has been told.
pub(crate) fn before_answer(
    engine: &Engine,
    args: RefreshArgs,
    goes_by: GoesBy,
    console: &mut Console,
) -> anyhow::Result<Option<Ready>> {
    match args.no_refresh {
        true => as_it_is(engine, goes_by).map(Some),
        false => refreshed(engine, console),
    }
    .with_context(|| failed(engine))
}

/// A question asked in the home directory or at the top of the disk would index all of it; that must be meant. A path that was
/// named is meant.
pub(crate) fn refuse_to_index_everything(
    engine: &Engine,
    environment: &Environment,
    named: Option<&Path>,
) -> Result<(), UsageError> {
    let root = engine.root();
    let is_everything = is_everything(root, environment.user_home.as_deref());
    if named.is_none() && is_everything && matches!(engine.open(), Err(OpenError::Missing { .. })) {
        return Err(UsageError {
            what: format!("{} is not a repository", root.display()),
            help: Some(format!("go to one or name one; to index all of this, run `quarry index {}`", root.display())),
        });
    }
    Ok(())
}

/// What an error was met in.
pub(crate) fn failed(engine: &Engine) -> String {
    format!("cannot search {}", engine.root().display())
}

fn as_it_is(engine: &Engine, goes_by: GoesBy) -> anyhow::Result<Ready> {
    Ok(taken_as_it_is(engine.open()?.manifest().committed_at, goes_by))
}

/// That an index made at this time was not brought up to date.
pub(crate) fn taken_as_it_is(committed_at: u64, goes_by: GoesBy) -> Ready {
    let age = figures::ago(committed_at);
    Ready::stale(match goes_by {
        GoesBy::Index => format!("answered from the index as it was made {age}; changes since then are not seen"),
        GoesBy::ListedFiles => {
            format!("the list of files was made {age}; files that are new since then are not searched")
        }
    })
}

fn refreshed(engine: &Engine, console: &mut Console) -> anyhow::Result<Option<Ready>> {
    let deadline = Instant::now() + LONGEST_WAIT;
    let mut is_waiting = false;
    loop {
        let watch = Watch::start(console);
        let result = engine.refresh(&watch);
        let sentence = stopped(&watch);
        drop(watch);
        match result? {
            Refreshed::Ready(ready) => {
                if let Some(report) =
                    ready.report.as_ref().filter(|report| report.n_unchanged == 0 && report.n_added > 0)
                {
                    console.remark(&first_time(report));
                }
                return Ok(Some(ready));
            }
            Refreshed::Stopped => {
                console.note(&sentence);
                return Ok(None);
            }
            Refreshed::MadeElsewhere(error) if Instant::now() > deadline => return Err(error.into()),
            Refreshed::MadeElsewhere(_) => {}
        }
        if !is_waiting {
            console.note("another quarry process is making the first index; waiting for it");
            is_waiting = true;
        }
        std::thread::sleep(POLL);
    }
}

/// What to say after Ctrl-C.
pub(crate) fn stopped(watch: &Watch) -> String {
    let Steps { n_wanted, n_done, is_embedding } = watch.steps();
    if n_wanted == 0 {
        return "stopped; the next run goes on from here".to_owned();
    }
    let n_done = figures::count(n_done as u64);
    let done = match is_embedding {
        true => format!("{n_done} of {} are embedded", figures::counted(n_wanted, "chunk")),
        false => format!("{n_done} of {} are indexed", figures::counted(n_wanted, "file")),
    };
    format!("stopped: {done}; the next run goes on from here")
}

fn first_time(report: &IndexReport) -> String {
    format!(
        "indexed {} as {} in {}",
        figures::counted(report.n_added, "file"),
        figures::counted(report.manifest.n_chunks() as usize, "chunk"),
        figures::duration(report.elapsed)
    )
}
