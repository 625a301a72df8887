//! The binary `quarry`: parse, run, report, exit code.
//!
//! Exit codes: 0 done, 1 failed or nothing found, 2 used wrongly, 130 stopped by Ctrl-C. A reader that closes the pipe
//! early has what it wanted: 0.

mod args;
mod asking;
mod commands;
mod config;
mod console;
mod daemon;
mod figures;
mod filters;
#[cfg(test)]
mod fixture;
mod highlight;
mod install;
mod landing;
mod matches;
mod pages;
mod progress;
mod refresh;
mod remote;
mod render;
mod report;
mod table;
mod tui;
mod whole_file;
mod wire;

use std::process::ExitCode;

use console::Console;

// Parsing allocates a small node every few bytes: a fast allocator is worth a tenth of indexing.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a command that did not fail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Done,
    NothingFound,
    /// What was asked for was done in part, and the reader was told why.
    Failed,
    /// What was asked for was done, but what was given is wrong in part, and the reader was told so.
    WrongInput,
    Stopped,
}

fn main() -> ExitCode {
    pages::keep_small();
    let words: Vec<_> = std::env::args_os().collect();
    let typed = match args::parse(&words) {
        Ok(typed) => typed,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(report::USAGE);
            // Help that nobody reads any more is no failure.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let mut console = Console::new(typed.color);
    let environment = config::Environment::read();
    match commands::run(typed, &environment, &mut console) {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::NothingFound | End::Failed) => ExitCode::from(report::FAILURE),
        Ok(End::WrongInput) => ExitCode::from(report::USAGE),
        Ok(End::Stopped) => ExitCode::from(report::STOPPED),
        Err(error) => ExitCode::from(report::error(&error, &mut console)),
    }
}
