//! The commands, one file each, named as typed. Each reads its arguments, asks the engine and prints.

mod clear;
mod completions;
mod config;
mod context;
mod daemon;
mod deps;
pub(crate) mod doctor;
pub(crate) mod eval;
mod grep;
mod impact;
mod index;
mod init;
mod install;
mod languages;
mod list;
mod lookup;
mod man;
mod map;
mod mcp;
pub(crate) mod models;
mod outline;
mod path;
mod refs;
mod related;
mod repl;
pub(crate) mod savings;
mod search;
mod serve;
mod status;
mod symbol;

use std::io::IsTerminal;

use clap::CommandFactory;

use crate::End;
use crate::args::{Cli, Command, ReplArgs, Typed, command_names};
use crate::asking;
use crate::config::Environment;
use crate::console::Console;
use crate::tui;
use quarry_engine::nearest;
use refs::Question;
use search::Show;

pub(crate) fn run(typed: Typed, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if let Some(why) = only_here(typed.command.as_ref()).filter(|_| environment.is_served()) {
        return Err(asking::elsewhere(why).into());
    }
    match typed.command {
        None => match Terminal::here(environment) {
            // The screen looks at files of this machine; lines can be asked of anybody.
            Terminal::Full if !environment.is_served() => tui::run(environment, console),
            Terminal::Full => repl::run(&ReplArgs::default(), environment, console),
            Terminal::Plain => repl::run(&ReplArgs::default(), environment, console),
            Terminal::None => {
                console.print(&Cli::command().render_help().ansi().to_string())?;
                Ok(End::Done)
            }
        },
        Some(Command::Search(args)) => {
            if typed.bare_words == Some(1) {
                hint_at_command(&args.query, console);
            }
            search::run(&args, Show::Hits, environment, console)
        }
        Some(Command::Repl(args)) => repl::run(&args, environment, console),
        Some(Command::Analyze(args)) => search::run(&args, Show::Explanation, environment, console),
        Some(Command::Grep(args)) => grep::run(&args, environment, console),
        Some(Command::Related(args)) => related::run(&args, environment, console),
        Some(Command::Context(args)) => context::run(&args, environment, console),
        Some(Command::Map(args)) => map::run(&args, environment, console),
        Some(Command::Symbol(args)) => symbol::run(&args, environment, console),
        Some(Command::Refs(args)) => refs::run(&args, Question::Refs, environment, console),
        Some(Command::Callers(args)) => refs::run(&args, Question::Callers, environment, console),
        Some(Command::Callees(args)) => refs::run(&args, Question::Callees, environment, console),
        Some(Command::Outline(args)) => outline::run(&args, environment, console),
        Some(Command::Deps(args)) => deps::run(&args, environment, console),
        Some(Command::Impact(args)) => impact::run(&args, environment, console),
        Some(Command::Path(args)) => path::run(&args, environment, console),
        Some(Command::Mcp(args)) => mcp::run(&args, environment),
        Some(Command::Serve(args)) => serve::run(&args, environment, console),
        Some(Command::Daemon(command)) => daemon::run(&command, environment, console),
        Some(Command::Install(args)) => install::install(&args, environment, console),
        Some(Command::Uninstall(args)) => install::uninstall(&args, environment, console),
        Some(Command::Init(args)) => init::run(&args, environment, console),
        Some(Command::Index(args)) => index::run(&args, environment, console),
        Some(Command::Status(args)) => status::run(&args, environment, console),
        Some(Command::Savings(args)) => savings::run(&args, environment, console),
        Some(Command::List(args)) => list::run(&args, environment, console),
        Some(Command::Clear(args)) => clear::run(&args, environment, console),
        Some(Command::Languages(args)) => languages::run(&args, console),
        Some(Command::Models(args)) => models::run(&args, environment, console),
        Some(Command::Doctor(args)) => doctor::run(&args, environment, console),
        Some(Command::Eval(args)) => eval::run(&args, environment, console),
        Some(Command::Config(command)) => config::run(&command, environment, console),
        Some(Command::Completions(args)) => completions::run(&args, console),
        Some(Command::Man(args)) => man::run(&args, console),
    }
}

/// What `quarry` alone can be shown on.
enum Terminal {
    /// Cells can be drawn anywhere.
    Full,
    /// Lines can be typed and printed.
    Plain,
    /// Nobody types, or nobody sees.
    None,
}

impl Terminal {
    fn here(environment: &Environment) -> Terminal {
        match (std::io::stdin().is_terminal() && std::io::stdout().is_terminal(), environment.terminal.as_deref()) {
            (false, _) => Terminal::None,
            (true, Some("dumb")) => Terminal::Plain,
            // Terminals of Windows have no name.
            (true, None) if !cfg!(windows) => Terminal::Plain,
            (true, _) => Terminal::Full,
        }
    }
}

/// Why a command cannot be done by the server of `QUARRY_SERVER`.
fn only_here(command: Option<&Command>) -> Option<&'static str> {
    match command {
        Some(Command::Clear(_)) => Some("`quarry clear` removes indexes of this machine, and a server is asked"),
        Some(Command::Models(_)) => Some("`quarry models` looks at this machine, and a server is asked"),
        Some(Command::Doctor(_)) => Some("`quarry doctor` looks at this machine, and a server is asked"),
        Some(Command::Eval(_)) => Some("`quarry eval` measures the index of this machine, and a server is asked"),
        Some(Command::Mcp(_)) => {
            Some("a server speaks MCP itself, at /mcp of its address; `quarry mcp` is for this machine")
        }
        _ => None,
    }
}

/// One word that is nearly a command may be one, mistyped; it is searched for all the same.
fn hint_at_command(word: &str, console: &mut Console) {
    let names = command_names();
    if let Some(name) = nearest(word, names.iter().map(String::as_str)) {
        console.note(&format!("searching for `{word}`; did you mean the command `quarry {name}`?"));
    }
}
