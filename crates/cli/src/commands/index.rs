//! `quarry index`: make an index or bring it up to date, and say what was done.

use anyhow::Context;
use quarry_engine::{CommitError, EmbeddingEstimate, Engine, IndexError, IndexReport, Mode, clear};
use quarry_server::wire::{IndexDocument, json_line};

use crate::End;
use crate::args::IndexArgs;
use crate::asking;
use crate::config::{Environment, Target, overlay_index};
use crate::console::{BOLD, Console, DIM, printable};
use crate::progress::Watch;
use crate::refresh::stopped;
use crate::remote::pairs::Pairs;
use crate::remote::shapes;
use crate::report::UsageError;
use crate::wire::EstimateDocument;
use crate::{figures, report};

pub(crate) fn run(args: &IndexArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.quiet {
        console.be_quiet();
    }
    if environment.is_served() {
        only_here(args)?;
    }
    if let Some(there) = asking::named(args.path.as_deref(), environment)? {
        let pairs = Pairs::default().with("rebuild", args.rebuild).with("repository", &there.repository);
        let document = there.server.index(&pairs, &Watch::start(console))?;
        return print(args, &document, None, console);
    }
    let target = environment.target(args.path.as_deref())?;
    let mut settings = target.settings()?;
    overlay_index(&mut settings, args);
    let engine = target.engine(settings);
    if args.dry_run {
        return estimate(args, &engine, console);
    }
    let watch = Watch::start(console);
    let result = match args.rebuild {
        true => rebuilt(&engine, &target, &watch),
        false => engine.index(Mode::Changed, &watch).map_err(anyhow::Error::from),
    };
    let sentence = stopped(&watch);
    drop(watch);
    let report = result.with_context(|| format!("cannot index {}", engine.root().display()))?;
    let end = print(args, &IndexDocument::of(&report, engine.index_dir()), report.model_help.as_deref(), console)?;
    if report.cancelled {
        console.note(&sentence);
    }
    Ok(end)
}

/// What a server's own settings decide.
fn only_here(args: &IndexArgs) -> Result<(), UsageError> {
    let has_flags = args.dry_run || args.threads.is_some() || args.no_gitignore;
    match has_flags || !args.include.is_empty() || !args.exclude.is_empty() {
        true => Err(asking::elsewhere("a server indexes by its own settings: only --rebuild can be asked of it")),
        false => Ok(()),
    }
}

fn print(
    args: &IndexArgs,
    document: &IndexDocument<'_>,
    model_help: Option<&str>,
    console: &mut Console,
) -> anyhow::Result<End> {
    if args.json {
        console.print(&json_line(document)?)?;
    } else {
        for notice in document.notices.iter() {
            console.note(notice);
        }
        if !args.quiet && !document.cancelled {
            console.print(&summary(document, args.verbose.then_some(Detail::EveryPath)))?;
        }
    }
    if document.cancelled {
        return Ok(End::Stopped);
    }
    let Some(problem) = &document.model_problem else { return Ok(End::Done) };
    if !args.json {
        let what = format!("not everything has vectors: {problem}");
        let until = "answers go by keyword until `quarry index` has made them";
        let help = model_help.map_or_else(|| until.to_owned(), |help| format!("{help}\n{until}"));
        console.complain(&report::problem(&what, Some(&help)));
    }
    Ok(End::Failed)
}

/// Says what indexing would cost.
fn estimate(args: &IndexArgs, engine: &Engine, console: &mut Console) -> anyhow::Result<End> {
    let mode = if args.rebuild { Mode::Rebuild } else { Mode::Changed };
    let found = engine.estimate(mode).with_context(|| format!("cannot look at {}", engine.root().display()))?;
    let root = engine.root().to_string_lossy();
    console.print(&match args.json {
        true => json_line(&EstimateDocument::of(&found, &root))?,
        false => expected(&found, &root),
    })?;
    Ok(End::Done)
}

fn expected(found: &EmbeddingEstimate, root: &str) -> String {
    let root = printable(root);
    let Some(model) = &found.model else {
        return format!("{BOLD}{root}{BOLD:#}: the settings want no model, so nothing would be embedded\n");
    };
    let what = format!("{} of {}", figures::counted(found.n_chunks, "chunk"), figures::counted(found.n_files, "file"));
    let name = printable(&model.name);
    let mut text = format!("{BOLD}{root}{BOLD:#}: {name} would embed {what}\n");
    let Some(cost) = &found.cost else {
        text.push_str(&format!(
            "{DIM}the model is inside quarry: nothing to pay, nothing leaves this machine{DIM:#}\n"
        ));
        return text;
    };
    let mut row = |name: &str, value: String| text.push_str(&format!("{DIM}{name:<8}{DIM:#} {value}\n"));
    if let Some(url) = &model.url {
        row("server", printable(url).into_owned());
    }
    row("cached", format!("{} known from before", figures::counted(cost.cached, "vector")));
    row("to embed", figures::counted(cost.to_embed, "chunk"));
    row("tokens", format!("about {}", figures::count(cost.tokens)));
    if model.url.is_some() {
        row("requests", figures::count(cost.requests as u64));
    }
    text
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

fn summary(report: &IndexDocument<'_>, detail: Option<Detail>) -> String {
    let holds =
        format!("{}, {}", figures::counted(report.files, "file"), figures::counted(report.chunks as usize, "chunk"));
    let root = printable(&report.root);
    let done: Vec<String> = [(report.added, "added"), (report.changed, "changed"), (report.removed, "removed")]
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{} {what}", figures::count(*count as u64)))
        .collect();
    let mut text = match done.is_empty() {
        true => format!("{BOLD}{root}{BOLD:#} is up to date: {holds}\n"),
        false => {
            format!(
                "{BOLD}{root}{BOLD:#}: {holds} ({}) in {}\n",
                done.join(", "),
                figures::duration(shapes::duration(report.elapsed_ms))
            )
        }
    };
    if let Some(model) = report.model.as_ref().filter(|_| report.embedded > 0) {
        let chunks = figures::counted(report.embedded, "chunk");
        text.push_str(&format!("{DIM}{} made vectors of {chunks}{DIM:#}\n", printable(&model.name)));
    }
    let n_skipped = report.skipped.len();
    match detail {
        Some(Detail::EveryPath) => {
            for record in &report.skipped {
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
