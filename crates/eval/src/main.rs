//! `quarry-eval`: parse, run, report.

use std::io::{self, Write};

use anyhow::Result;
use clap::Parser;
use quarry_eval::args::Args;
use quarry_eval::{compare, fit, report, run, table};

fn main() -> Result<()> {
    let args = Args::parse();
    let settings = args.settings()?;
    let old = args.compare.as_deref().map(table::read).transpose()?;
    let evidence = if args.fit.is_some() { run::Evidence::Kept } else { run::Evidence::Dropped };
    let temporary = tempfile::tempdir()?;
    let home = args.folders.home(temporary.path());

    let mut out = io::stdout().lock();
    report::heading(&mut out)?;
    let mut runs = Vec::new();
    for (repository, root) in args.folders.repositories()? {
        let place = run::Place { root, home, settings: &settings, evidence };
        let run = run::over(&repository, &place)?;
        report::repository(&mut out, &run)?;
        out.flush()?;
        runs.push(run);
    }
    report::summary(&mut out, &runs)?;
    if let Some(name) = &args.fit {
        let fitted = fit::fit(&cases(&runs), args.ablation());
        report::fitted(&mut out, name, &fitted)?;
        report::left_out(&mut out, &runs, &fitted.left_out)?;
    }
    let rows = table::of(&runs);
    if let Some(file) = &args.csv {
        table::write(file, &rows)?;
    }
    if let Some(old) = old {
        compare::print(&mut out, &compare::between(&old, &rows))?;
    }
    Ok(())
}

/// What was known of all candidates, with the number of their repository.
fn cases(runs: &[run::RepositoryRun]) -> Vec<fit::Case> {
    let numbered = |(repository, run): (usize, &run::RepositoryRun)| {
        let kept = run.answers.iter().filter_map(|answer| answer.evidence.clone());
        kept.map(|case| fit::Case { repository, ..case }).collect::<Vec<_>>()
    };
    runs.iter().enumerate().flat_map(numbered).collect()
}
