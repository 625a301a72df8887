//! What may be typed after `quarry grep`.

use std::path::PathBuf;

use clap::Args;

use super::{AroundArgs, FilterArgs, RefreshArgs};

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry grep open_index                    every place that names it, the definition first
  quarry grep -F 'items[0].unwrap()'        as it stands, no regular expression
  quarry grep -w total src --lang rust      whole words, below src, in Rust
  quarry grep 'fn \\w+_index' --kind function
  quarry grep TODO -c -x tests              matching lines per file, without tests
  quarry grep open_index -l | xargs wc -l
  quarry grep open_index --quickfix         path:line:column, for an editor
  quarry grep open_index --json | jq '.totals'

All indexed files are searched, as they are on disk now; `quarry status --skipped` names the others. A pattern without an
upper-case letter finds both cases. Files that define a matching name come first, then others, then tests; those with more
matches before those with less. Filters repeat or take commas; `--kind` and `--name` keep matches inside of such definitions.
Exit code: 0 something matches, 1 nothing does, 2 something is wrong.";

#[derive(Debug, Args)]
pub(crate) struct GrepArgs {
    /// What a line must hold: a regular expression, or with -F a text.
    #[arg(allow_hyphen_values = true)]
    pub(crate) pattern: String,
    /// The repository, or a part of it to stay in [default: the repository you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Take the pattern as it stands, not as a regular expression.
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,
    /// Find both cases, whatever the pattern.
    #[arg(short, long, overrides_with = "case_sensitive")]
    pub(crate) ignore_case: bool,
    /// Find the case as typed, whatever the pattern.
    #[arg(short = 's', long, overrides_with = "ignore_case")]
    pub(crate) case_sensitive: bool,
    /// Match whole words only.
    #[arg(short, long)]
    pub(crate) word: bool,
    /// Print paths only, one per line, best first.
    #[arg(short = 'l', long, conflicts_with_all = ["count", "json"])]
    pub(crate) files: bool,
    /// Print the number of matching lines per file only.
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) count: bool,
    /// Print `path:line:column: text`, one line per result, for editors.
    #[arg(long, visible_alias = "vimgrep", conflicts_with_all = ["files", "count", "json"])]
    pub(crate) quickfix: bool,
    /// Show at most so many matching lines; all are counted.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    #[command(flatten)]
    pub(crate) around: AroundArgs,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.grep.v1`).
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) filters: FilterArgs,
}
