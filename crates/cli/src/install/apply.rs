//! Writing a plan: whole files, put in place by renaming, links followed, permissions kept.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::ledger::Ledger;
use super::plan::{Change, Plan, read};
use crate::whole_file;

/// Writes what is planned. A file that cannot be written stops no other; each failure is returned with its path.
pub(crate) fn apply(plan: &Plan, mut ledger: Ledger, home: &Path) -> anyhow::Result<Vec<(PathBuf, anyhow::Error)>> {
    let made = plan.changes.iter().filter(|change| change.before.is_none());
    for dir in made.flat_map(|change| missing_folders(&change.real)) {
        if !ledger.directories.contains(&dir) {
            ledger.directories.push(dir);
        }
    }
    for change in &plan.changes {
        match &change.record {
            Some(record) => ledger.put(record.clone()),
            None => ledger.forget(&change.real),
        }
    }
    // First, so that nothing is changed that could not be taken back.
    ledger.store(home).context("cannot note what is about to be changed")?;
    let failed = |change: &Change| Some((change.path.clone(), carry_out(change).err()?));
    let failures: Vec<_> = plan.changes.iter().filter_map(failed).collect();
    let n_directories = ledger.directories.len();
    remove_empty(&mut ledger.directories);
    if ledger.directories.len() != n_directories {
        ledger.store(home).context("cannot note which folders are gone")?;
    }
    Ok(failures)
}

fn carry_out(change: &Change) -> anyhow::Result<()> {
    if read(&change.real)? != change.before {
        anyhow::bail!("it has changed meanwhile; run this again");
    }
    match &change.after {
        Some(text) => {
            if let Some(dir) = change.real.parent() {
                fs_err::create_dir_all(dir)?;
            }
            whole_file::write(&change.real, text)
        }
        None => {
            fs_err::remove_file(&change.real)?;
            // A folder of our name is ours, even if nobody noted that it was made.
            let dir = change.real.parent().filter(|dir| dir.file_name().is_some_and(|name| name == "quarry"));
            // One that is not empty stays.
            let _ = dir.map(fs_err::remove_dir);
            Ok(())
        }
    }
}

/// The folders that have to be made for a file, the deepest first.
fn missing_folders(path: &Path) -> Vec<PathBuf> {
    path.ancestors().skip(1).take_while(|dir| !dir.exists()).map(Path::to_owned).collect()
}

/// Removes folders that are empty again, and forgets those that are gone.
fn remove_empty(directories: &mut Vec<PathBuf>) {
    directories.sort_by_key(|dir| std::cmp::Reverse(dir.components().count()));
    directories.retain(|dir| {
        // Whatever the reason, a folder that stays is tried again next time.
        let _ = fs_err::remove_dir(dir);
        dir.exists()
    });
}
