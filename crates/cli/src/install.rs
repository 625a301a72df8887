//! Telling agents about Quarry, and taking it back.
//!
//! ```text
//! table of agents ─> plan: files before and after ─> diff, question ─> ledger ─> files, one by one
//! ```
//!
//! A plan is plain data: a dry run prints it, [`apply`](apply::apply) writes it. Taking back restores a file to its
//! bytes of before if it still is as it was left, which the ledger knows; otherwise only what is Quarry's goes.
//! Never here: questions to the user, and printing.

mod agents;
mod apply;
mod block;
mod diff;
mod entry;
mod ledger;
mod places;
mod plan;

pub(crate) use agents::{AGENTS, Agent, by_id};
pub(crate) use apply::apply;
pub(crate) use ledger::Ledger;
pub(crate) use places::Places;
pub(crate) use plan::{Change, Plan, Problem, Request, State, plan, state};

/// What is to be done with Quarry's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Install,
    Uninstall,
}

/// For whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// For this user, in all repositories.
    User,
    /// For everybody, in this repository.
    Project,
}
