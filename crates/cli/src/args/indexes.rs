//! `quarry index`, `status`, `list`, `clear`: the indexes of repositories.

use std::path::PathBuf;

use clap::Args;

use super::MAX_THREADS;

pub(super) const INDEX_EXAMPLES: &str = "\
Examples:
  quarry index                      the repository you are in
  quarry index ~/src/shop -v        another one, naming every path that was skipped
  quarry index --rebuild            from nothing, after damage or a new version of quarry
  quarry index --exclude 'gen/**'   for this run; put it into quarry.toml to keep it
  quarry index --dry-run            what a model outside of quarry would be asked, before it is

Ctrl-C keeps what is done; the next run goes on from there.";

pub(super) const STATUS_EXAMPLES: &str = "\
Examples:
  quarry status                     counts per language, parse health, what was skipped
  quarry status --health            every file that did not parse cleanly
  quarry status --skipped           every path that was left out, and why
  quarry status --json | jq .files";

pub(super) const LIST_EXAMPLES: &str = "\
Examples:
  quarry list
  quarry list --json | jq -r '.indexes[].root'";

pub(super) const CLEAR_EXAMPLES: &str = "\
Examples:
  quarry clear                      the index of the repository you are in
  quarry clear --missing --yes      of all repositories that are gone
  quarry clear --all --yes          of all repositories";
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// Make it anew instead of refreshing what changed.
    #[arg(long)]
    pub(crate) rebuild: bool,
    /// Only count what would be embedded, in tokens and requests; writes and sends nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Threads that read and parse; 0 means all cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_THREADS))]
    pub(crate) threads: Option<u16>,
    /// Only files that fit (gitignore syntax), beside those of `index.include`.
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) include: Vec<String>,
    /// No files or directories that fit (gitignore syntax), beside those of `index.exclude`.
    #[arg(short = 'x', long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) exclude: Vec<String>,
    /// Index what .gitignore hides, too.
    #[arg(long)]
    pub(crate) no_gitignore: bool,
    /// Print one JSON document (schema `quarry.index.v1`; with --dry-run `quarry.estimate.v1`).
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Name every skipped path and the reason.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct StatusArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// Name every file that did not parse cleanly.
    #[arg(long)]
    pub(crate) health: bool,
    /// Name every path that was left out, and why.
    #[arg(long)]
    pub(crate) skipped: bool,
    /// Print one JSON document (schema `quarry.status.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Print one JSON document (schema `quarry.list.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ClearArgs {
    /// The repository, or a path in it [default: the one you are in].
    #[arg(conflicts_with_all = ["all", "missing"])]
    pub(crate) path: Option<PathBuf>,
    /// Remove the indexes of all repositories.
    #[arg(long, conflicts_with = "missing")]
    pub(crate) all: bool,
    /// Remove the indexes of repositories that are gone.
    #[arg(long)]
    pub(crate) missing: bool,
    /// Do not ask.
    #[arg(short, long)]
    pub(crate) yes: bool,
}
