//! `quarry mcp`: an MCP server for one client, over standard input and output.

use quarry_server::serve_stdio;

use crate::End;
use crate::args::McpArgs;
use crate::commands::serve::place;
use crate::config::Environment;

pub(crate) fn run(args: &McpArgs, environment: &Environment) -> anyhow::Result<End> {
    serve_stdio(place(args.path.as_deref(), environment)?)?;
    Ok(End::Done)
}
