//! `quarry mcp`: an MCP server for one client, over standard input and output.

use quarry_server::{Place, serve_stdio};

use crate::End;
use crate::args::McpArgs;
use crate::config::Environment;
use crate::refresh;

pub(crate) fn run(args: &McpArgs, environment: &Environment) -> anyhow::Result<End> {
    let target = environment.target(args.path.as_deref())?;
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let place = Place { root: target.root().to_owned(), home: target.home.clone(), access: target.access().clone() };
    serve_stdio(place)?;
    Ok(End::Done)
}
