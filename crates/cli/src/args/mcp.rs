//! `quarry mcp`.

use std::path::PathBuf;

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  claude mcp add quarry -- quarry mcp           for Claude Code; other agents take the same command
  quarry mcp ~/src/shop                         of another repository than the one it is started in

The agent starts it, asks through pipes and ends it by closing them. Indexing begins at once; the first question does not
wait for all of it. Started outside of a repository, it goes by the roots that the agent tells, or by the folder that it puts into
the environment (CLAUDE_PROJECT_DIR, WORKSPACE_FOLDER_PATHS); all of a home directory is indexed only if it is named.
Tools: search, context, symbol, impact, status. Protocol: 2026-07-28 back to 2024-11-05.";

#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// The repository, or a path in it [default: the one you are in, or the agent works in].
    pub(crate) path: Option<PathBuf>,
}
