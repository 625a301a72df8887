//! What may be typed after `quarry repl`.

use std::path::PathBuf;

use clap::Args;

use super::{MAX_LIMIT, RefreshArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry repl                               a question per line; `:help` lists what else may be typed
  quarry repl ../shop                       another repository, or a part of one
  quarry repl --json < questions.txt        one JSON document per question
  printf 'retry policy\\n:why 1\\n' | quarry repl   commands work in a pipe, too

`quarry` alone opens the interactive search on a terminal; where the terminal can do little (TERM=dumb), it opens this.
Exit code: 0 at the end of the input, 1 if something failed, 2 if something was typed wrongly; it goes on after both.";

#[derive(Debug, Default, Args)]
pub(crate) struct ReplArgs {
    /// The repository, or a part of it to stay in [default: the repository you are in].
    #[arg(value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// At most so many results; `:limit` changes it.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_LIMIT))]
    pub(crate) limit: Option<u16>,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document per question (schema `quarry.search.v1`), each on a line.
    #[arg(long)]
    pub(crate) json: bool,
}
