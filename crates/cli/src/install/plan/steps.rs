//! What is done for one agent, in one scope: its server first. If that cannot be done, nothing else is.

use std::path::Path;

use super::super::agents::{AGENTS, Agent, Field, Files, Text};
use super::super::block;
use super::super::entry::{self, EmptyKey, Fields, Unreadable, Value};
use super::draft::Drafts;
use super::{Plan, Problem, Request, State, files, state};

pub(super) fn install(
    agent: &'static Agent,
    files: &Files,
    request: &Request<'_>,
    drafts: &mut Drafts<'_>,
    plan: &mut Plan,
) {
    let path = request.places.first_of(files.server.files);
    if let Err(error) = add_server(agent, files, request, &path, drafts) {
        plan.problems.push(problem(agent, &path, error));
        return;
    }
    for (template, text) in files.texts {
        let path = request.places.path(template);
        match add_text(agent, *text, &path, drafts) {
            Ok(Wrote::Done) => {}
            Ok(Wrote::LeftAsItIs) => {
                let remark = format!("{} is not as Quarry writes it; left as it is", request.places.short(&path));
                plan.remarks.push((agent.name, remark));
            }
            Err(error) => plan.problems.push(problem(agent, &path, error)),
        }
    }
}

pub(super) fn uninstall(
    agent: &'static Agent,
    files: &Files,
    request: &Request<'_>,
    drafts: &mut Drafts<'_>,
    plan: &mut Plan,
) {
    for path in request.places.all_of(files.server.files) {
        if let Err(error) = remove_server(agent, files, &path, drafts) {
            plan.problems.push(problem(agent, &path, error));
        }
    }
    for (template, text) in files.texts {
        if is_needed_by_another(template, request) {
            continue;
        }
        let path = request.places.path(template);
        match remove_text(agent, *text, &path, drafts) {
            Ok(Wrote::Done) => {}
            Ok(Wrote::LeftAsItIs) => {
                let remark = format!("{} has been changed by hand; left as it is", request.places.short(&path));
                plan.remarks.push((agent.name, remark));
            }
            Err(error) => plan.problems.push(problem(agent, &path, error)),
        }
    }
}

/// How a step ended that did not fail.
enum Wrote {
    Done,
    /// Somebody else's words stand there.
    LeftAsItIs,
}

fn add_server(
    agent: &'static Agent,
    files: &Files,
    request: &Request<'_>,
    path: &Path,
    drafts: &mut Drafts<'_>,
) -> Result<(), Unreadable> {
    let server = &files.server;
    let draft = drafts.open(path)?;
    let text = draft.text().unwrap_or_default().to_owned();
    if let Some(listed) = entry::find(server.syntax, &text, server.key)? {
        if !listed.is_ours() {
            return Err(Unreadable { line: None, what: "names another server `quarry`".to_owned() });
        }
        // An entry that works is the user's to shape.
        if listed.program().is_none_or(Path::exists) {
            draft.belongs_to(agent.name);
            return Ok(());
        }
        draft.is_update();
    }
    let with = entry::put(server.syntax, &text, server.key, &fields(agent, files, request))?;
    if !entry::has_key(server.syntax, &text, server.key)? {
        draft.makes_key();
    }
    draft.set(agent.name, Some(with));
    Ok(())
}

fn remove_server(agent: &'static Agent, files: &Files, path: &Path, drafts: &mut Drafts<'_>) -> Result<(), Unreadable> {
    let (server, ledger) = (&files.server, drafts.ledger);
    let draft = drafts.open(path)?;
    let Some(text) = draft.text().map(str::to_owned) else { return Ok(()) };
    let Some(listed) = entry::find(server.syntax, &text, server.key)? else { return Ok(()) };
    if !listed.is_ours() || draft.restore(agent.name, ledger) {
        return Ok(());
    }
    let record = draft.record(ledger);
    let empty_key = if record.is_some_and(|record| record.made_key) { EmptyKey::Goes } else { EmptyKey::Stays };
    let without = entry::remove(server.syntax, &text, server.key, empty_key)?;
    let is_empty = ["", "{}"].contains(&without.trim());
    let is_ours = is_empty && record.is_some_and(|record| record.made_file());
    draft.set(agent.name, (!is_ours).then_some(without));
    Ok(())
}

fn add_text(agent: &'static Agent, text: Text, path: &Path, drafts: &mut Drafts<'_>) -> Result<Wrote, Unreadable> {
    let ledger = drafts.ledger;
    let draft = drafts.open(path)?;
    let current = draft.text().unwrap_or_default().to_owned();
    match text {
        Text::Block => {
            if block::find(&current)?.is_some() {
                draft.is_update();
            }
            let with = block::put(&current)?;
            draft.set(agent.name, Some(with));
        }
        Text::Own(content) => {
            if draft.text().is_some_and(|current| current != content) && !draft.is_as_left(ledger) {
                return Ok(Wrote::LeftAsItIs);
            }
            draft.set(agent.name, Some(content.to_owned()));
        }
    }
    Ok(Wrote::Done)
}

fn remove_text(agent: &'static Agent, text: Text, path: &Path, drafts: &mut Drafts<'_>) -> Result<Wrote, Unreadable> {
    let ledger = drafts.ledger;
    let draft = drafts.open(path)?;
    let Some(current) = draft.text().map(str::to_owned) else { return Ok(Wrote::Done) };
    match text {
        Text::Own(content) if current == content || draft.is_as_left(ledger) => draft.set(agent.name, None),
        Text::Own(_) => return Ok(Wrote::LeftAsItIs),
        Text::Block if block::find(&current)?.is_none() || draft.restore(agent.name, ledger) => {}
        Text::Block => {
            let without = block::remove(&current)?;
            let made_file = draft.record(ledger).is_some_and(|record| record.made_file());
            let is_ours = made_file && without.trim().is_empty();
            draft.set(agent.name, (!is_ours).then_some(without));
        }
    }
    Ok(Wrote::Done)
}

/// Whether an agent that keeps Quarry reads the same file.
fn is_needed_by_another(template: &str, request: &Request<'_>) -> bool {
    let stays = |agent: &&'static Agent| !request.agents.iter().any(|asked| asked.id == agent.id);
    let reads = |agent: &&'static Agent| {
        let files = files(agent, request.scope);
        files.is_some_and(|files| files.texts.iter().any(|(other, _)| *other == template))
    };
    let knows = |agent: &'static Agent| state(agent, request.scope, request.places) == State::Configured;
    AGENTS.iter().filter(stays).filter(reads).any(knows)
}

/// The entry of an agent, as its table says.
fn fields(agent: &Agent, files: &Files, request: &Request<'_>) -> Fields {
    let program = request.places.command(request.scope);
    let arguments: Vec<String> = ["mcp"].into_iter().chain(agent.repository_word).map(str::to_owned).collect();
    let value = |field: &Field| match field {
        Field::Program => Value::Text(program.clone()),
        Field::Arguments => Value::List(arguments.clone()),
        Field::CommandLine => Value::List([program.clone()].into_iter().chain(arguments.clone()).collect()),
        Field::Text(text) => Value::Text((*text).to_owned()),
        Field::Switch(on) => Value::Switch(*on),
        Field::Number(number) => Value::Number(*number),
    };
    files.server.fields.iter().map(|(name, field)| (*name, value(field))).collect()
}

fn problem(agent: &'static Agent, path: &Path, error: Unreadable) -> Problem {
    Problem { agent: agent.name, path: path.to_owned(), line: error.line, what: error.what }
}
