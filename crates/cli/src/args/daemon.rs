//! What may be typed after `quarry daemon`.

use clap::{Args, Subcommand};

pub(super) const EXAMPLES: &str = "\
Examples:
  QUARRY_DAEMON=1 quarry where is the cache   the first such command starts it, the next ones ask it
  quarry daemon status                        does it run, since when, with which repositories?
  quarry daemon stop

It keeps indexes open, so that answers come faster; they are the same as without it, and as fresh. It is turned on by
QUARRY_DAEMON=1 or by `[daemon] enabled = true` in quarry.toml, listens on this machine alone behind a token that only
you can read, and ends after `idle_minutes` without a question. There is one per QUARRY_HOME.";

#[derive(Debug, Subcommand)]
pub(crate) enum DaemonCommand {
    /// Show whether it runs; exit code 1 if it does not.
    Status(DaemonStatusArgs),
    /// End it.
    Stop,
    /// Be it, in the foreground.
    Run(DaemonRunArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DaemonStatusArgs {
    /// Print one JSON document (schema `quarry.daemon.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DaemonRunArgs {
    /// End after so many seconds without a question.
    #[arg(long, value_name = "N", default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) idle_seconds: u64,
}
