//! The wire: what leaves Quarry as JSON, and who carries it: MCP over stdio and HTTP, and the REST API.
//!
//! The only crate with async. Never here: ranking, indexing, bytes on disk; the engine answers, this crate speaks.

mod address;
mod budget;
mod failure;
mod http;
mod lookup;
mod mcp;
mod parameters;
mod repositories;
mod repository;
mod savings;
mod signals;
mod work;

pub mod wire;

pub use http::{HttpError, HttpOptions, Scope, Tokens, TokensError, serve_http};
pub use lookup::{first_lines, surest_way};
pub use mcp::{Conversations, McpError, Subject, Workspace, serve_stdio};
pub use repositories::{NamedBy, Newcomers};
pub use repository::Place;
