//! `quarry config`: the settings in effect, whether they are right, and where they lie.

use crate::End;
use crate::args::ConfigCommand;
use crate::config::{Environment, Target};
use crate::console::{Console, DIM};

pub(crate) fn run(command: &ConfigCommand, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let (ConfigCommand::Show(args) | ConfigCommand::Check(args) | ConfigCommand::Path(args)) = command;
    let target = environment.target(args.path.as_deref())?;
    let text = match command {
        ConfigCommand::Show(_) => target.settings()?.to_toml(),
        ConfigCommand::Check(_) => {
            target.settings()?;
            checked(&target)
        }
        ConfigCommand::Path(_) => places(&target),
    };
    console.print(&text)?;
    Ok(End::Done)
}

fn checked(target: &Target) -> String {
    let file = target.settings_file();
    match file.exists() {
        true => format!("{}: ok\n", file.display()),
        false => format!("{}: not there; the defaults hold\n", file.display()),
    }
}

fn places(target: &Target) -> String {
    let settings = target.settings_file();
    let engine = target.engine(quarry_engine::Settings::default());
    let rows = [("settings", settings.as_path()), ("home", target.home.as_path()), ("index", engine.index_dir())];
    let row = |(name, path): (&str, &std::path::Path)| {
        let remark = if path.exists() { "" } else { "  (not there)" };
        format!("{DIM}{name:<8}{DIM:#} {}{DIM}{remark}{DIM:#}\n", path.display())
    };
    rows.into_iter().map(row).collect()
}
