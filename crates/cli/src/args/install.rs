//! The flags of `quarry install`, `uninstall` and `init`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::install::AGENTS;

pub(super) const INSTALL_EXAMPLES: &str = "\
Examples:
  quarry install                        all agents that are found, for you, in all repositories
  quarry install claude-code codex      these two
  quarry install --scope project        into this repository, to be committed and shared
  quarry install --dry-run              show what would be changed, and change nothing
  quarry install --list                 which agents there are, and which know Quarry

Each agent is given the MCP server `quarry mcp`, a few lines of instructions between markers, and a skill or sub-agent
where it has such. You see every change before it is made. Comments, order and formatting of your files stay as they are, and
`quarry uninstall` brings back every byte.";

pub(super) const UNINSTALL_EXAMPLES: &str = "\
Examples:
  quarry uninstall                      all agents, for you
  quarry uninstall cursor               this one
  quarry uninstall --scope project      out of this repository
  quarry uninstall --dry-run            show what would be changed, and change nothing

A file that still is as `quarry install` left it gets back its bytes of before; files and folders that were made for it
go. Of a file that was changed since, only what is Quarry's goes.";

pub(super) const INIT_EXAMPLES: &str = "\
Examples:
  quarry init                           a quarry.toml at the root of the repository you are in
  quarry init --stdout                  print it instead
  quarry init ~/src/shop --force        in the place of the one that is there

Every setting is in it with its default and the reason, switched off by a `#`: nothing changes until you take one off.";

/// For whom agents are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScopeChoice {
    /// For you, in all repositories.
    User,
    /// For everybody, in this repository.
    Project,
}

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    #[command(flatten)]
    pub(crate) what: AgentArgs,
    /// List all agents: whether they are found, and whether they know Quarry.
    #[arg(long, conflicts_with_all = ["agents", "yes", "dry_run"])]
    pub(crate) list: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    #[command(flatten)]
    pub(crate) what: AgentArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AgentArgs {
    /// The agents [default: all that are found].
    #[arg(value_name = "AGENT", value_parser = PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.id)))]
    pub(crate) agents: Vec<String>,
    /// For whom.
    #[arg(long, value_enum, default_value_t = ScopeChoice::User)]
    pub(crate) scope: ScopeChoice,
    /// Do not ask.
    #[arg(short, long)]
    pub(crate) yes: bool,
    /// Only show what would be changed.
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
    /// Print one JSON document (schema `quarry.install.v1`; with --list `quarry.agents.v1`); needs --yes or --dry-run.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The repository, or a path in it [default: the one you are in].
    pub(crate) path: Option<PathBuf>,
    /// Write over a quarry.toml that is there.
    #[arg(long)]
    pub(crate) force: bool,
    /// Print it instead of writing a file.
    #[arg(long, conflicts_with = "force")]
    pub(crate) stdout: bool,
}
