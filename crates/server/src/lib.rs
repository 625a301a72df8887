//! The wire: what leaves Quarry as JSON, and who carries it: MCP over stdio and HTTP, and the REST API.
//!
//! The only crate with async. Never here: ranking, indexing, bytes on disk; the engine answers, this crate speaks.

pub mod wire;
