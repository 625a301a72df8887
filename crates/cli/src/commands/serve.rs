//! `quarry serve`: one process for many clients and repositories.

use std::path::Path;

use quarry_server::{HttpOptions, Place, Tokens, serve_http};

use crate::End;
use crate::args::ServeArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::refresh;

/// Requests of one token per second, unless the flag says otherwise: more than any person or agent needs.
const DEFAULT_RATE: u32 = 50;

pub(crate) fn run(args: &ServeArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let places = match args.paths.is_empty() {
        true => vec![place(None, environment)?],
        false => args.paths.iter().map(|path| place(Some(path), environment)).collect::<Result<_, _>>()?,
    };
    let tokens = args.tokens.as_deref().map(Tokens::load).transpose()?.unwrap_or_default();
    let requests_per_second = args.rate.or((!tokens.is_empty()).then_some(DEFAULT_RATE));
    let options = HttpOptions {
        listen: args.listen,
        tokens,
        hosts: args.hosts.clone(),
        public_url: args.public_url.as_ref().map(|url| url.trim_end_matches('/').to_owned()),
        issuer: args.issuer.clone(),
        audit_log: args.audit_log.clone(),
        requests_per_second,
        newcomers: None,
        ends_when_idle: None,
    };
    serve_http(places, options, |address| {
        // Whoever started it in the background reads the address here; if nobody does, it serves all the same.
        let _ = console.print(&format!("listening on http://{address}\n"));
    })?;
    Ok(End::Done)
}

/// The repository of a path, to be served.
pub(super) fn place(path: Option<&Path>, environment: &Environment) -> anyhow::Result<Place> {
    let target = environment.target(path)?;
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, path)?;
    Ok(Place { root: target.root().to_owned(), home: target.home.clone(), access: target.access().clone() })
}
