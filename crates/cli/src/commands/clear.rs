//! `quarry clear`: removes indexes, never repositories.

use std::path::PathBuf;

use anyhow::Context;
use quarry_engine::{IndexSummary, list};

use crate::End;
use crate::args::ClearArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::report::UsageError;

/// An index that is to go.
struct Doomed {
    dir: PathBuf,
    /// For the question that is asked first.
    name: String,
}

pub(crate) fn run(args: &ClearArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let doomed = match args.all || args.missing {
        true => many(args, environment)?,
        false => one(args, environment)?,
    };
    if doomed.is_empty() {
        console.print("nothing to remove\n")?;
        return Ok(End::Done);
    }
    if !args.yes && !is_confirmed(&doomed, console)? {
        console.note("nothing was removed");
        return Ok(End::Done);
    }
    for Doomed { dir, name } in &doomed {
        fs_err::remove_dir_all(dir).with_context(|| format!("cannot remove the index of {name}"))?;
        console.print(&format!("removed the index of {name}\n"))?;
    }
    Ok(End::Done)
}

fn one(args: &ClearArgs, environment: &Environment) -> anyhow::Result<Vec<Doomed>> {
    let target = environment.target(args.path.as_deref())?;
    // Broken settings are no reason to keep an index.
    let engine = target.engine(quarry_engine::Settings::default());
    let doomed = Doomed { dir: engine.index_dir().to_owned(), name: engine.root().display().to_string() };
    Ok(if doomed.dir.exists() { vec![doomed] } else { Vec::new() })
}

/// All indexes, or those whose repository is gone. One that cannot be read may belong to anything, so only `--all`
/// takes it.
fn many(args: &ClearArgs, environment: &Environment) -> anyhow::Result<Vec<Doomed>> {
    let wanted = |summary: &IndexSummary| args.all || summary.status.as_ref().is_ok_and(|status| !status.root_exists());
    let doomed = |summary: IndexSummary| Doomed {
        name: summary.status.map_or_else(|_| summary.dir.display().to_string(), |status| status.manifest.root.clone()),
        dir: summary.dir,
    };
    Ok(list(&environment.home()?)?.into_iter().filter(wanted).map(doomed).collect())
}

fn is_confirmed(doomed: &[Doomed], console: &mut Console) -> anyhow::Result<bool> {
    let question = match doomed {
        [only] => format!("remove the index of {}?", only.name),
        _ => format!("remove {} indexes?", figures::count(doomed.len() as u64)),
    };
    console.confirm(&question)?.ok_or_else(|| {
        let help = Some("add --yes to remove without being asked".to_owned());
        UsageError { what: "nobody is there to confirm the removal".to_owned(), help }.into()
    })
}
