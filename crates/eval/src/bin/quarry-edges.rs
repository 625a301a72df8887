//! `quarry-edges`: how right the code graph is, against sites that were checked by hand.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use quarry_eval::edges::{self, Tally};

/// Compares the code graph with call and import sites whose targets are known.
#[derive(Debug, Parser)]
struct Args {
    /// Folder with one NAME.tsv per repository.
    #[arg(long, value_name = "DIR")]
    sites: PathBuf,
    /// Folder with one work tree per repository, NAME.
    #[arg(long, value_name = "DIR")]
    trees: PathBuf,
    /// Only these repositories.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    repos: Vec<String>,
    /// Lists what is wrong or missing.
    #[arg(long)]
    faults: bool,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let home = tempfile::tempdir()?;
    let mut out = io::stdout().lock();
    writeln!(out, "{:<12} {:>22} {:>22}", "repository", "calls: precise, found", "imports: precise, found")?;
    let mut files: Vec<PathBuf> = fs_err::read_dir(&args.sites)?.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "tsv"));
    files.sort();
    for file in files {
        let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if !args.repos.is_empty() && !args.repos.contains(&name) {
            continue;
        }
        let root = fs_err::canonicalize(args.trees.join(&name))?;
        let report = edges::check(&root, home.path(), &edges::read(&file)?)?;
        writeln!(out, "{name:<12} {:>22} {:>22}", shown(&report.calls), shown(&report.imports))?;
        if args.faults {
            report.faults.iter().try_for_each(|fault| writeln!(out, "  {fault}"))?;
        }
    }
    Ok(())
}

fn shown(tally: &Tally) -> String {
    format!("{:.3} of {}, {:.3} of {}", tally.precision(), tally.n_sure, tally.recall(), tally.n_true)
}
