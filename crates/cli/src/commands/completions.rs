//! `quarry completions`: the script that lets a shell complete commands and flags.

use clap::CommandFactory;

use crate::End;
use crate::args::{Cli, CompletionsArgs};
use crate::console::Console;

pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> anyhow::Result<End> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quarry", &mut script);
    console.print(&String::from_utf8_lossy(&script))?;
    Ok(End::Done)
}
