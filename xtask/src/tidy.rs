//! `cargo xtask tidy`: every rule that a compiler does not check. All problems are named, not only the first.

mod languages;
mod layers;
mod links;
mod sources;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::reference;

/// A check: the repository in, problems out, each with its path and line.
type Check = fn(&Path) -> Result<Vec<String>>;

const CHECKS: [(&str, Check); 6] = [
    ("file headers and lengths", sources::problems),
    ("links in documents", links::problems),
    ("paths named in ARCHITECTURE.md", links::missing_paths),
    ("languages and their queries", languages::problems),
    ("layers", layers::problems),
    ("generated reference", reference::problems),
];

pub(crate) fn run(root: &Path) -> Result<()> {
    let mut n_problems = 0;
    for (name, check) in CHECKS {
        let problems = check(root)?;
        println!("{:>4}  {name}", if problems.is_empty() { "ok".to_owned() } else { problems.len().to_string() });
        for problem in &problems {
            println!("      {problem}");
        }
        n_problems += problems.len();
    }
    if n_problems > 0 {
        bail!("tidy found {n_problems} problems");
    }
    Ok(())
}

/// All files below `folder` with this ending, sorted; build output is passed over.
fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs_err::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                if !path.ends_with("target") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|own| own == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A path as it is written in problems: relative, with `/`.
fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
