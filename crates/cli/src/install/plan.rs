//! What is to be changed: for each agent its server, then its texts, each in the file's text as it will be by then.
//!
//! In:  the table of agents, the files as they are, the ledger.
//! Out: a [`Plan`], plain data. An agent whose settings cannot be read is a problem of its own and stops no other.

mod draft;
mod steps;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::agents::{Agent, Files};
use super::diff;
use super::entry::{self, Unreadable};
use super::ledger::{Ledger, Record};
use super::places::Places;
use super::{Action, Scope};
use draft::Drafts;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) action: Action,
    pub(crate) scope: Scope,
    pub(crate) agents: Vec<&'static Agent>,
    pub(crate) places: &'a Places,
}

/// What will be done.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) changes: Vec<Change>,
    pub(crate) problems: Vec<Problem>,
    /// What the reader should know, by the name of an agent.
    pub(crate) remarks: Vec<(&'static str, String)>,
}

/// One file.
#[derive(Debug)]
pub(crate) struct Change {
    /// As the agent names it.
    pub(crate) path: PathBuf,
    /// Where it lies, links followed.
    pub(super) real: PathBuf,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    /// Names of the agents that read it.
    pub(crate) agents: Vec<&'static str>,
    /// What the ledger keeps of it.
    pub(super) record: Option<Record>,
}

impl Change {
    /// What happens to the file.
    pub(crate) fn verb(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "create",
            (Some(_), Some(_)) => "change",
            (Some(_), None) => "remove",
        }
    }

    pub(crate) fn diff(&self, places: &Places) -> String {
        diff::unified(&places.short(&self.path), self.before.as_deref(), self.after.as_deref())
    }
}

/// Why something was left alone.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) agent: &'static str,
    pub(crate) path: PathBuf,
    pub(crate) line: Option<usize>,
    pub(crate) what: String,
}

/// Whether an agent knows Quarry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Configured,
    NotConfigured,
    /// Its settings cannot be read.
    Unreadable,
    /// It has no settings for this scope.
    Unsupported,
}

/// Plans a request.
pub(crate) fn plan(request: &Request<'_>, ledger: &Ledger) -> Plan {
    let mut plan = Plan::default();
    let mut drafts = Drafts::new(ledger);
    for agent in &request.agents {
        let Some(files) = files(agent, request.scope) else {
            let remark = "it reads servers from your own settings alone; use --scope user";
            plan.remarks.push((agent.name, remark.to_owned()));
            continue;
        };
        let n_remarks = plan.remarks.len();
        match request.action {
            Action::Install => steps::install(agent, files, request, &mut drafts, &mut plan),
            Action::Uninstall => steps::uninstall(agent, files, request, &mut drafts, &mut plan),
        }
        let is_told = request.action == Action::Install && plan.remarks.len() == n_remarks;
        let remark = match request.scope {
            Scope::User => agent.remark,
            Scope::Project => agent.project_remark,
        };
        if let Some(remark) = remark.filter(|_| is_told && drafts.touches(agent.name)) {
            plan.remarks.push((agent.name, remark.to_owned()));
        }
    }
    plan.changes = drafts.into_changes(request.action);
    plan
}

/// Whether an agent starts Quarry already.
pub(crate) fn state(agent: &'static Agent, scope: Scope, places: &Places) -> State {
    let Some(files) = files(agent, scope) else { return State::Unsupported };
    let server = &files.server;
    let states = places.all_of(server.files).into_iter().map(|path| {
        let text = read(&path).map(Option::unwrap_or_default)?;
        let listed = entry::find(server.syntax, without_mark(&text), server.key)?;
        Ok(listed.is_some_and(|listed| listed.is_ours()))
    });
    let states: Vec<Result<bool, Unreadable>> = states.collect();
    match () {
        () if states.contains(&Ok(true)) => State::Configured,
        () if states.iter().any(Result::is_err) => State::Unreadable,
        () => State::NotConfigured,
    }
}

fn files(agent: &'static Agent, scope: Scope) -> Option<&'static Files> {
    match scope {
        Scope::User => Some(&agent.user),
        Scope::Project => agent.project.as_ref(),
    }
}

/// The text of a file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<String>, Unreadable> {
    let unreadable = |what: String| Unreadable { line: None, what };
    match fs_err::read(path) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(Unreadable { line: Some(line), what: "is not UTF-8".to_owned() })
            }
        },
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(unreadable(error.to_string())),
    }
}

/// The text without a byte order mark, which no parser here expects.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
