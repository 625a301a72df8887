//! `quarry index`: make an index or bring it up to date, and say what was done.

use anyhow::Context;
use quarry_engine::{CommitError, Engine, IndexError, IndexReport, Mode, clear};

use crate::End;
use crate::args::IndexArgs;
use crate::config::{Environment, Target, overlay_index};
use crate::console::{BOLD, Console, DIM, printable};
use crate::progress::Watch;
use crate::refresh::stopped;
use crate::{figures, wire};

pub(crate) fn run(args: &IndexArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.quiet {
        console.be_quiet();
    }
    let target = environment.target(args.path.as_deref())?;
    let mut settings = target.settings()?;
    overlay_index(&mut settings, args);
    let engine = target.engine(settings);
    let watch = Watch::start(console);
    let result = match args.rebuild {
        true => rebuilt(&engine, &target, &watch),
        false => engine.index(Mode::Changed, &watch).map_err(anyhow::Error::from),
    };
    let sentence = stopped(&watch);
    drop(watch);
    let report = result.with_context(|| format!("cannot index {}", engine.root().display()))?;
    if args.json {
        console.print(&wire::line(&wire::IndexDocument::of(&report, engine.index_dir()))?)?;
    } else {
        for notice in &report.notices {
            console.note(notice);
        }
        if !args.quiet && !report.cancelled {
            console.print(&summary(&report, args.verbose.then_some(Detail::EveryPath)))?;
        }
    }
    if report.cancelled {
        console.note(&sentence);
        return Ok(End::Stopped);
    }
    Ok(End::Done)
}

/// An index that cannot be opened is removed first; one that can serves its readers until the new one is committed.
fn rebuilt(engine: &Engine, target: &Target, watch: &Watch) -> anyhow::Result<IndexReport> {
    match engine.index(Mode::Rebuild, watch) {
        Err(IndexError::Open(_) | IndexError::Commit(CommitError::Open(_) | CommitError::Index { .. })) => {
            clear(&target.home, target.root())?;
            Ok(engine.index(Mode::Rebuild, watch)?)
        }
        result => Ok(result?),
    }
}

/// What is named beside counts.
enum Detail {
    EveryPath,
}

fn summary(report: &IndexReport, detail: Option<Detail>) -> String {
    let manifest = &report.manifest;
    let holds = format!(
        "{}, {}",
        figures::counted(manifest.files.len(), "file"),
        figures::counted(manifest.n_chunks() as usize, "chunk")
    );
    let root = printable(&manifest.root);
    let done: Vec<String> = [(report.n_added, "added"), (report.n_changed, "changed"), (report.n_removed, "removed")]
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", figures::count(*count as u64)))
        .collect();
    let mut text = match done.is_empty() {
        true => format!("{BOLD}{root}{BOLD:#} is up to date: {holds}\n"),
        false => {
            format!("{BOLD}{root}{BOLD:#}: {holds} ({}) in {}\n", done.join(", "), figures::duration(report.elapsed))
        }
    };
    let n_skipped = manifest.skipped.len();
    match detail {
        Some(Detail::EveryPath) => {
            for record in &manifest.skipped {
                let path = record.path.to_string();
                text.push_str(&format!("skipped {}  {DIM}{}{DIM:#}\n", printable(&path), printable(&record.detail)));
            }
        }
        None if n_skipped > 0 => {
            let paths = figures::counted(n_skipped, "path");
            text.push_str(&format!("{DIM}skipped {paths}; `quarry status --skipped` says which and why{DIM:#}\n"));
        }
        None => {}
    }
    text
}
