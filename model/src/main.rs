//! Makes Quarry's own model: packages -> pairs of text and code -> vectors of words -> the file in `crates/models`.
#![expect(clippy::print_stdout, reason = "a tool that reports what it did")]

mod bags;
mod comments;
mod dataset;
mod extract;
mod file_pairs;
mod held_out;
mod leaks;
mod matrix;
mod mentions;
mod pair;
mod table;
mod train;
mod trainer;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(about = "Makes Quarry's own model")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Take pairs of text and code out of downloaded packages.
    Extract {
        /// What `model/download` filled.
        corpus: PathBuf,
        /// Where the pairs go.
        #[arg(long)]
        out: PathBuf,
        /// A tree that must not be trained on; every file that shares long lines with it is left out. May be repeated.
        #[arg(long)]
        without: Vec<PathBuf>,
    },
    /// Print the most frequent words of the pairs, one per line: those a model will know.
    Words {
        /// What `extract` wrote.
        pairs: PathBuf,
        /// How many.
        #[arg(long, default_value_t = train::N_WORDS)]
        words: usize,
    },
    /// Learn a model from pairs.
    Train {
        /// What `extract` wrote.
        pairs: PathBuf,
        /// Where the model goes.
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        choices: train::Choices,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Extract { corpus, out, without } => {
            let trees: Vec<_> = without.iter().map(PathBuf::as_path).collect();
            let leaks = leaks::Leaks::read(&trees, include_str!("../packages/excluded.txt"))?;
            println!("{} long lines may not be trained on", leaks.n_lines());
            let tally = extract::run(&corpus, &leaks, &out)?;
            println!("{tally:#?}");
        }
        Command::Words { pairs, words } => {
            dataset::frequent_words(&pairs, words)?.iter().for_each(|word| println!("{word}"));
        }
        Command::Train { pairs, out, choices } => train::run(&pairs, &out, &choices)?,
    }
    Ok(())
}
