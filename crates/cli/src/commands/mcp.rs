//! `quarry mcp`: an MCP server for one client, over standard input and output.

use quarry_engine::{Settings, has_mark};
use quarry_server::{Subject, serve_stdio};

use crate::End;
use crate::args::McpArgs;
use crate::commands::serve::place;
use crate::config::Environment;
use crate::refresh;

pub(crate) fn run(args: &McpArgs, environment: &Environment) -> anyhow::Result<End> {
    serve_stdio(subject(args, environment)?)?;
    Ok(End::Done)
}

/// The repository that is named or that this is; outside of one, the client knows better where the user works.
fn subject(args: &McpArgs, environment: &Environment) -> anyhow::Result<Subject> {
    let path = args.path.as_deref();
    match path.is_some() || is_in_repository(environment) {
        true => Ok(Subject::Place(place(path, environment)?)),
        false => Ok(Subject::Workspace(environment.workspace()?)),
    }
}

/// Whether the working directory lies in a repository, and not merely in all that the user has. A plain directory stays one when
/// it has an index: or else a client would be asked for its roots the first time only.
fn is_in_repository(environment: &Environment) -> bool {
    // A working directory that was removed lies nowhere.
    let Ok(target) = environment.target(None) else { return false };
    let engine = target.engine(Settings::default());
    let is_small = refresh::refuse_to_index_everything(&engine, environment, None).is_ok();
    has_mark(target.root()) && is_small
}
