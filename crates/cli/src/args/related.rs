//! What may be typed after `quarry related`.

use std::path::PathBuf;

use clap::Args;

use super::{FilterArgs, MAX_LIMIT, RefreshArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry related src/auth.rs:42                       what is like the code at line 42
  quarry related src/auth.rs:42 -n 3 -x tests         three results, none of tests
  quarry related src/auth.rs:42 src --lang rust       below src, in Rust
  git diff | quarry related -                         what is like a text, here a change
  quarry related src/auth.rs:42 --json | jq '.hits[] | {path, similarity, shared_names}'

The code is compared by meaning, by words, and by the names that it defines or uses. Each result says why it is one: how alike
the meanings are (1 is the same), and the names in common, rarest first. Exit code 1: nothing is related.";

#[derive(Debug, Args)]
pub(crate) struct RelatedArgs {
    /// A line of a file, or `-` for a text on standard input.
    #[arg(value_name = "FILE:LINE")]
    pub(crate) origin: String,
    /// The repository, or a part of it to stay in [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// At most so many results.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_LIMIT))]
    pub(crate) limit: Option<u16>,
    /// At most so many results of one file [default: 1].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_LIMIT))]
    pub(crate) per_file: Option<u16>,
    /// Show all lines of each result.
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.related.v1`).
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) filters: FilterArgs,
}
