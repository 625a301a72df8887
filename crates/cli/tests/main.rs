//! The real binary in temporary repositories: what is typed, what is printed, how it ends.

mod assembling;
mod clients;
mod editing;
mod evaluating;
mod following;
mod grepping;
mod installing;
mod managing;
mod mcp;
mod models;
mod relating;
mod repl;
mod reranking;
mod searching;
mod serving;
mod support;
#[cfg(unix)]
mod terminal;
mod trouble;
