//! `quarry-context`: is the annotated file inside the assembled context, at some budgets?

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use clap::Parser;
use quarry_engine::Settings;
use quarry_eval::args::Folders;
use quarry_eval::contexts::{self, ContextTally};

/// Assembles contexts for questions with known answers and counts the answers that are inside.
#[derive(Debug, Parser)]
struct Args {
    #[command(flatten)]
    folders: Folders,
    /// Tokens for context and answer together.
    #[arg(long, value_name = "TOKENS", value_delimiter = ',', default_values_t = [8000, 2000])]
    budgets: Vec<usize>,
    /// Overrides a setting, with a TOML value: context.hits=20. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    overrides: Vec<String>,
    /// Lists the questions whose answer is not inside.
    #[arg(long)]
    missed: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let settings = Settings::from_toml(&args.overrides.join("\n"), Path::new("--set"))?;
    let temporary = tempfile::tempdir()?;
    let home = args.folders.home(temporary.path());
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<20} {:>7} {:>9} {:>7} {:>10} {:>8} {:>8} {:>7} {:>8}",
        "repository", "budget", "questions", "inside", "with lines", "targets", "exceeded", "tokens", "ms"
    )?;
    let mut sums = vec![ContextTally::default(); args.budgets.len()];
    for (repository, root) in args.folders.repositories()? {
        let tallies = contexts::over(&repository, &root, home, &settings, &args.budgets)?;
        for ((tally, sum), budget) in tallies.iter().zip(&mut sums).zip(&args.budgets) {
            row(&mut out, &repository.name, *budget, tally)?;
            sum.add(tally);
        }
        out.flush()?;
    }
    for (sum, budget) in sums.iter().zip(&args.budgets) {
        row(&mut out, "all", *budget, sum)?;
        if args.missed {
            sum.missed.iter().try_for_each(|question| writeln!(out, "  {question}"))?;
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, name: &str, budget: usize, tally: &ContextTally) -> io::Result<()> {
    let n_questions = tally.n_questions.max(1);
    writeln!(
        out,
        "{name:<20} {budget:>7} {:>9} {:>7.3} {:>10.3} {:>8.3} {:>8} {:>7} {:>8.1}",
        tally.n_questions,
        tally.inside(),
        tally.with_lines(),
        tally.targets_inside(),
        tally.n_exceeded,
        tally.n_tokens / n_questions,
        tally.time.as_secs_f64() * 1e3 / n_questions as f64
    )
}
