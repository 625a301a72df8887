//! `cargo xtask`: the chores of this repository, in Rust, so that they run wherever Quarry does.
//!
//! One file per chore. Never here: anything that is shipped.
#![expect(clippy::print_stdout, reason = "chores report to whoever runs them")]

mod kills;
mod reference;
mod tidy;
mod vocabulary;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

/// The chores of this repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Check what compilers do not: file headers and lengths, links, languages, layers, generated documents.
    Tidy,
    /// Write docs/reference from the settings and the language table.
    Reference {
        /// Write nothing; fail if a document is stale.
        #[arg(long)]
        check: bool,
    },
    /// Kill indexing at random moments; no kill may cost more than the work since the last commit.
    Kills(kills::Args),
    /// Write the tokenizer's vocabulary, as the engine reads it.
    Vocabulary {
        /// As published: o200k_base.tiktoken.
        published: PathBuf,
    },
}

fn main() -> Result<()> {
    let root = root()?;
    match Chore::parse() {
        Chore::Tidy => tidy::run(root),
        Chore::Reference { check: true } => reference::check(root),
        Chore::Reference { check: false } => reference::write(root),
        Chore::Kills(args) => kills::run(root, &args),
        Chore::Vocabulary { published } => vocabulary::write(root, &published),
    }
}

fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the repository")
}

#[cfg(test)]
mod tests {
    /// As `cargo xtask tidy`, without a build of its own.
    #[test]
    fn the_tree_is_tidy() {
        super::root().and_then(super::tidy::run).expect("the tree is tidy");
    }
}
