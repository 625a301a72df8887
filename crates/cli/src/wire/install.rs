//! `quarry install --json`, `quarry uninstall --json` and `quarry install --list --json`.

use serde::Serialize;

use crate::install::{AGENTS, Action, Change, Places, Plan, Problem, Scope, State, state};

/// What was or would be changed.
#[derive(Debug, Serialize)]
pub(crate) struct InstallDocument {
    schema: &'static str,
    /// `install` or `uninstall`.
    action: &'static str,
    /// False in a dry run, and where there is nothing to do.
    pub(crate) written: bool,
    changes: Vec<ChangeShape>,
    problems: Vec<ProblemShape>,
    remarks: Vec<RemarkShape>,
}

#[derive(Debug, Serialize)]
struct ChangeShape {
    path: String,
    /// `create`, `change` or `remove`.
    change: &'static str,
    agents: Vec<&'static str>,
    diff: String,
}

#[derive(Debug, Serialize)]
struct ProblemShape {
    agent: &'static str,
    path: String,
    line: Option<usize>,
    problem: String,
}

#[derive(Debug, Serialize)]
struct RemarkShape {
    agent: &'static str,
    remark: String,
}

impl InstallDocument {
    pub(crate) fn of(plan: &Plan, places: &Places, action: Action) -> InstallDocument {
        let change = |change: &Change| ChangeShape {
            path: change.path.display().to_string(),
            change: change.verb(),
            agents: change.agents.clone(),
            diff: change.diff(places),
        };
        let problem = |problem: &Problem| ProblemShape {
            agent: problem.agent,
            path: problem.path.display().to_string(),
            line: problem.line,
            problem: problem.what.clone(),
        };
        let remark = |(agent, remark): &(&'static str, String)| RemarkShape { agent, remark: remark.clone() };
        InstallDocument {
            schema: "quarry.install.v1",
            action: match action {
                Action::Install => "install",
                Action::Uninstall => "uninstall",
            },
            written: false,
            changes: plan.changes.iter().map(change).collect(),
            problems: plan.problems.iter().map(problem).collect(),
            remarks: plan.remarks.iter().map(remark).collect(),
        }
    }
}

/// All agents.
#[derive(Debug, Serialize)]
pub(crate) struct AgentsDocument {
    schema: &'static str,
    agents: Vec<AgentShape>,
}

#[derive(Debug, Serialize)]
struct AgentShape {
    id: &'static str,
    name: &'static str,
    found: bool,
    /// `configured`, `not_configured`, `unreadable` or `unsupported`; the same for `project`.
    user: &'static str,
    project: &'static str,
}

impl AgentsDocument {
    pub(crate) fn of(places: &Places) -> AgentsDocument {
        let word = |state: State| match state {
            State::Configured => "configured",
            State::NotConfigured => "not_configured",
            State::Unreadable => "unreadable",
            State::Unsupported => "unsupported",
        };
        let agents = AGENTS.iter().map(|agent| AgentShape {
            id: agent.id,
            name: agent.name,
            found: [Scope::User, Scope::Project].iter().any(|scope| places.has(agent, *scope)),
            user: word(state(agent, Scope::User, places)),
            project: word(state(agent, Scope::Project, places)),
        });
        AgentsDocument { schema: "quarry.agents.v1", agents: agents.collect() }
    }
}
