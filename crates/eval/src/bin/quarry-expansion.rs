//! `quarry-expansion`: which annotated files that a search missed lie around what it found?

use std::io::{self, Write};

use anyhow::Result;
use clap::Parser;
use quarry_eval::args::Folders;
use quarry_eval::expansions::{self, ExpansionTally};

/// Shares at which the table tells how many related files have at least that, and how many of these are annotated.
const SHARES: [f64; 8] = [0.0, 0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1];

/// Expands the hits of questions with known answers along the code graph and counts the missed files that it brings in.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    folders: Folders,
    /// How many hits are asked for and expanded.
    #[arg(long, value_name = "N", default_value_t = 10)]
    hits: usize,
    /// Lists what was brought in.
    #[arg(long)]
    brought: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let temporary = tempfile::tempdir()?;
    let home = args.folders.home(temporary.path());
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<20} {:>9} {:>8} {:>6} {:>7} {:>8} {:>9} {:>8} {:>6} {:>6}",
        "repository", "questions", "targets", "found", "missed", "brought", "more hits", "related", "moved", "ms"
    )?;
    let mut sum = ExpansionTally::default();
    for (repository, root) in args.folders.repositories()? {
        let tally = expansions::over(&repository, &root, home, args.hits)?;
        row(&mut out, &repository.name, &tally)?;
        out.flush()?;
        sum.add(&tally);
    }
    row(&mut out, "all", &sum)?;
    writeln!(out, "\nshare   related  annotated")?;
    for least in SHARES {
        let above = || sum.shares.iter().filter(|(share, _)| *share >= least);
        writeln!(
            out,
            "{least:>5.3} {:>9} {:>10}",
            above().count(),
            above().filter(|(_, is_target)| *is_target).count()
        )?;
    }
    if args.brought {
        sum.brought.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, tally: &ExpansionTally) -> io::Result<()> {
    let n_questions = tally.n_questions.max(1) as f64;
    writeln!(
        out,
        "{name:<20} {:>9} {:>8} {:>6} {:>7} {:>8} {:>9} {:>8.1} {:>6} {:>6.2}",
        tally.n_questions,
        tally.n_targets,
        tally.n_found,
        tally.n_targets - tally.n_found,
        tally.n_brought,
        tally.n_by_more_hits,
        tally.n_related as f64 / n_questions,
        tally.n_moved,
        tally.time.as_secs_f64() * 1e3 / n_questions
    )
}
