//! The real binary in temporary repositories: what is typed, what is printed, how it ends.

mod agents;
mod assembling;
mod clients;
mod daemon;
mod editing;
mod evaluating;
mod following;
mod grepping;
mod hostile;
mod installing;
mod managing;
mod mcp;
mod models;
mod page;
mod relating;
mod remote;
mod repl;
mod reranking;
mod savings;
mod searching;
mod serving;
mod support;
#[cfg(unix)]
mod terminal;
mod trouble;
