//! The flags of `quarry serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry serve                                    the repository you are in, at http://127.0.0.1:4747
  quarry serve ~/src/shop ~/src/site              several; requests name theirs with `repository`
  curl 'http://127.0.0.1:4747/api/v1/search?query=retry+policy&lang=rust'
  quarry serve --listen 0.0.0.0:4747 --tokens /etc/quarry/tokens --host code.example.com
  claude mcp add --transport http quarry http://127.0.0.1:4747/mcp

A web page at /, REST below /api/v1 (see /api/v1/openapi.json), MCP at /mcp, events at /api/v1/events, /healthz and /metrics.
Other machines can connect only if there are tokens: a file with a scope, a name and a token a line, as in `read ana 7f0c...`;
the scope is `read` or `admin`. Put a proxy with https before it. Ctrl-C or SIGTERM ends it when requests under way are
answered.";

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The repositories, or paths in them [default: the one you are in].
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Where to listen; port 0 takes any that is free.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4747")]
    pub(crate) listen: SocketAddr,
    /// A file of tokens; without it, only this machine may ask.
    #[arg(long, value_name = "FILE")]
    pub(crate) tokens: Option<PathBuf>,
    /// A further name that clients call the server by.
    #[arg(long = "host", value_name = "NAME", value_delimiter = ',')]
    pub(crate) hosts: Vec<String>,
    /// How clients write the address, if a proxy stands before it: `https://code.example.com`.
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Who gives out tokens to MCP clients (OAuth).
    #[arg(long, value_name = "URL")]
    pub(crate) issuer: Option<String>,
    /// Write every request into this file, a line of JSON each.
    #[arg(long, value_name = "FILE")]
    pub(crate) audit_log: Option<PathBuf>,
    /// Requests of one caller per second [default: no limit without tokens, 50 with].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rate: Option<u32>,
}
