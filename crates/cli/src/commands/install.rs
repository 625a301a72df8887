//! `quarry install` and `quarry uninstall`: plan, show, ask, write.

use quarry_server::wire::json_line;

use crate::End;
use crate::args::{AgentArgs, InstallArgs, ScopeChoice, UninstallArgs};
use crate::config::Environment;
use crate::console::{BOLD, Console, printable};
use crate::figures;
use crate::install::{self, AGENTS, Action, Agent, Change, Ledger, Places, Plan, Request, Scope, State};
use crate::report::{self, UsageError};
use crate::table::{Align, Table};
use crate::wire::install::{AgentsDocument, InstallDocument};

const ADDED: anstyle::Style = anstyle::AnsiColor::Green.on_default();
const REMOVED: anstyle::Style = anstyle::AnsiColor::Red.on_default();

pub(crate) fn install(args: &InstallArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    match args.list {
        true => list(args, environment, console),
        false => run(&args.what, Action::Install, environment, console),
    }
}

pub(crate) fn uninstall(args: &UninstallArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    run(&args.what, Action::Uninstall, environment, console)
}

fn run(args: &AgentArgs, action: Action, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.json && !args.yes && !args.dry_run {
        let help = Some("add --yes to write, or --dry-run to see what would be written".to_owned());
        return Err(UsageError { what: "with --json nobody is asked".to_owned(), help }.into());
    }
    let (places, scope) = (environment.agent_places()?, scope(args.scope));
    refuse_the_home_directory(scope, environment)?;
    let agents = chosen(args, action, scope, &places);
    if agents.is_empty() {
        return nobody(console);
    }
    let home = environment.home()?;
    let ledger = Ledger::load(&home)?;
    let plan = install::plan(&Request { action, scope, agents, places: &places }, &ledger);
    if !args.json {
        show(&plan, &places, console)?;
    }
    let is_written = !args.dry_run && !plan.changes.is_empty() && (args.yes || is_confirmed(&plan, console)?);
    let failures = if is_written { install::apply(&plan, ledger, &home)? } else { Vec::new() };
    if args.json {
        let mut document = InstallDocument::of(&plan, &places, action);
        document.written = is_written;
        console.print(&json_line(&document)?)?;
    } else if is_written {
        let done = |change: &&Change| !failures.iter().any(|(path, _)| *path == change.path);
        console.print(&plan.changes.iter().filter(done).map(|change| wrote(change, &places)).collect::<String>())?;
    } else if plan.changes.is_empty() && plan.problems.is_empty() {
        console.print("nothing to do\n")?;
    }
    tell(&plan, &places, console);
    for (path, error) in &failures {
        console.complain(&report::problem(&format!("{}: {}", path.display(), report::one_line(error)), None));
    }
    Ok(if plan.problems.is_empty() && failures.is_empty() { End::Done } else { End::Failed })
}

fn scope(choice: ScopeChoice) -> Scope {
    match choice {
        ScopeChoice::User => Scope::User,
        ScopeChoice::Project => Scope::Project,
    }
}

/// A repository's settings in the home directory would be everybody's, everywhere.
fn refuse_the_home_directory(scope: Scope, environment: &Environment) -> anyhow::Result<()> {
    let target = environment.target(None)?;
    if scope == Scope::Project && environment.user_home.as_deref() == Some(target.root()) {
        let what = format!("{} is not a repository", target.root().display());
        return Err(UsageError { what, help: Some("go to one, or use --scope user".to_owned()) }.into());
    }
    Ok(())
}

/// Those that were named; of none, those that are found, or for the way back all that know Quarry.
fn chosen(args: &AgentArgs, action: Action, scope: Scope, places: &Places) -> Vec<&'static Agent> {
    let named: Vec<&Agent> = args.agents.iter().filter_map(|id| install::by_id(id)).collect();
    let is_meant = |agent: &&Agent| match action {
        Action::Uninstall => true,
        Action::Install => places.has(agent, scope) || places.has(agent, Scope::User),
    };
    if named.is_empty() { AGENTS.iter().filter(is_meant).collect() } else { named }
}

fn nobody(console: &mut Console) -> anyhow::Result<End> {
    let help = "name the one you use, as in `quarry install claude-code`; `quarry install --list` names all";
    console.complain(&report::problem("no agent was found on this machine", Some(help)));
    Ok(End::NothingFound)
}

fn show(plan: &Plan, places: &Places, console: &mut Console) -> anyhow::Result<()> {
    for change in &plan.changes {
        let mut text = format!("{BOLD}{}{BOLD:#}\n", change.agents.join(", "));
        for line in change.diff(places).lines() {
            let line = printable(line);
            text.push_str(&match line.as_bytes().first() {
                Some(b'+') => format!("{ADDED}{line}{ADDED:#}\n"),
                Some(b'-') => format!("{REMOVED}{line}{REMOVED:#}\n"),
                _ => format!("{line}\n"),
            });
        }
        console.print(&format!("{text}\n"))?;
    }
    Ok(())
}

fn is_confirmed(plan: &Plan, console: &mut Console) -> anyhow::Result<bool> {
    let count = |verb: &str| plan.changes.iter().filter(|change| change.verb() == verb).count();
    let parts = ["create", "change", "remove"].map(|verb| (verb, count(verb)));
    let parts = parts.into_iter().filter(|(_, n_files)| *n_files > 0);
    let parts: Vec<String> =
        parts.map(|(verb, n_files)| format!("{verb} {}", figures::counted(n_files, "file"))).collect();
    let Some(is_confirmed) = console.confirm(&format!("{}?", parts.join(", ")))? else {
        let help = Some("add --yes to write without being asked, or --dry-run to change nothing".to_owned());
        return Err(UsageError { what: "nobody is there to confirm the changes".to_owned(), help }.into());
    };
    if !is_confirmed {
        console.note("nothing was changed");
    }
    Ok(is_confirmed)
}

fn wrote(change: &Change, places: &Places) -> String {
    let verb = match change.verb() {
        "create" => "created",
        "change" => "changed",
        _ => "removed",
    };
    format!("{verb} {}\n", places.short(&change.path))
}

fn tell(plan: &Plan, places: &Places, console: &mut Console) {
    for (agent, remark) in &plan.remarks {
        console.note(&format!("{agent}: {remark}"));
    }
    for problem in &plan.problems {
        let line = problem.line.map(|line| format!(":{line}")).unwrap_or_default();
        let what = format!("{}: {}{line} {}", problem.agent, places.short(&problem.path), problem.what);
        console.complain(&report::problem(&what, Some("mend the file and run this again; it was left as it is")));
    }
}

fn list(args: &InstallArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let places = environment.agent_places()?;
    if args.what.json {
        console.print(&json_line(&AgentsDocument::of(&places))?)?;
        return Ok(End::Done);
    }
    let columns = ["AGENT", "NAME", "FOUND", "FOR YOU", "IN THIS REPOSITORY"];
    let mut table = Table::new(&columns.map(|column| (column, Align::Left)));
    for agent in AGENTS {
        let is_found = [Scope::User, Scope::Project].iter().any(|scope| places.has(agent, *scope));
        let state = |scope| said(install::state(agent, scope, &places)).to_owned();
        let found = if is_found { "yes" } else { "-" }.to_owned();
        let cells = [agent.id.to_owned(), agent.name.to_owned(), found, state(Scope::User), state(Scope::Project)];
        match is_found {
            true => table.row(cells),
            false => table.faint_row(cells),
        }
    }
    console.print(&table.render())?;
    Ok(End::Done)
}

fn said(state: State) -> &'static str {
    match state {
        State::Configured => "configured",
        State::NotConfigured => "-",
        State::Unreadable => "cannot be read",
        State::Unsupported => "not supported",
    }
}
