//! `quarry init`: a quarry.toml with every setting, its default and the reason, each switched off.

use quarry_engine::Settings;

use crate::End;
use crate::args::InitArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::report::UsageError;
use crate::whole_file;

const HEADING: &str = "\
# Settings of Quarry for this repository. Every setting stands here with its default, switched off by a `#` without
# a space after it: take that away to change one. `quarry config check` checks this file, `quarry config show` prints
# what holds.

";

pub(crate) fn run(args: &InitArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let text = format!("{HEADING}{}", switched_off(&Settings::default().to_toml()));
    if args.stdout {
        console.print(&text)?;
        return Ok(End::Done);
    }
    let file = environment.target(args.path.as_deref())?.settings_file();
    if file.exists() && !args.force {
        let help = "`--force` writes over it, `--stdout` prints what would be written".to_owned();
        return Err(UsageError { what: format!("{} is there already", file.display()), help: Some(help) }.into());
    }
    whole_file::write(&file, &text)?;
    console.print(&format!("wrote {}\n", file.display()))?;
    Ok(End::Done)
}

/// The same file, with every setting as a comment. Groups stay: an empty one means the defaults.
fn switched_off(toml: &str) -> String {
    let line = |line: &str| match line.starts_with(['#', '[']) || line.trim().is_empty() {
        true => line.to_owned(),
        false => format!("#{line}"),
    };
    toml.split_inclusive('\n').map(line).collect()
}
