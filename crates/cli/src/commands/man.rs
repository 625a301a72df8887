//! `quarry man`: manual pages, made of the same texts as `--help`.

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::End;
use crate::args::{Cli, ManArgs};
use crate::console::Console;
use crate::report::UsageError;
use quarry_engine::nearest;

pub(crate) fn run(args: &ManArgs, console: &mut Console) -> anyhow::Result<End> {
    if let Some(dir) = &args.dir {
        fs_err::create_dir_all(dir)?;
        clap_mangen::generate_to(Cli::command(), dir)
            .with_context(|| format!("cannot write man pages into {}", dir.display()))?;
        console.print(&format!("man pages are in {}\n", dir.display()))?;
        return Ok(End::Done);
    }
    let mut page = Vec::new();
    Man::new(command(args.command.as_deref())?).render(&mut page)?;
    console.print(&String::from_utf8_lossy(&page))?;
    Ok(End::Done)
}

/// The command whose page is wanted.
fn command(name: Option<&str>) -> Result<clap::Command, UsageError> {
    let mut all = Cli::command();
    all.build();
    let Some(name) = name else { return Ok(all) };
    if let Some(found) = all.find_subcommand(name) {
        return Ok(found.clone());
    }
    let near = nearest(name, all.get_subcommands().map(clap::Command::get_name));
    let help = near.map(|near| format!("did you mean `{near}`?"));
    Err(UsageError { what: format!("there is no command `{name}`"), help })
}
