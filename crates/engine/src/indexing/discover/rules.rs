//! One entry of the tree in, one verdict out. Ignore files have been obeyed already; this is everything after them.
//!
//! Order: include and exclude of the settings, then secrets, then the names left out by default. A default gives way to
//! whoever spells its name out: `!name` in .quarryignore, .ignore or `index.exclude`, or a component of an include.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::names::Pattern;
use super::skip::SkipReason;
use super::{DiscoverError, QUARRY_IGNORE, tables};
use crate::settings::IndexSettings;

/// What to do with an entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    /// Left out without a word: nobody expects it.
    Hide,
    Skip(SkipReason),
}

/// An entry by its names.
#[derive(Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) absolute: &'a Path,
    pub(crate) relative: &'a str,
    pub(crate) is_directory: bool,
}

/// The settings, compiled.
#[derive(Debug)]
pub(crate) struct Rules {
    root: PathBuf,
    include: Gitignore,
    included_names: Vec<String>,
    exclude: Gitignore,
    with_defaults: bool,
    with_secrets: bool,
    /// The .ignore and .quarryignore of a directory, read again when a default hits there: the walker does not tell
    /// whether it passed an entry on for want of a rule or because of a `!rule`.
    own_rules: Mutex<HashMap<PathBuf, Arc<Gitignore>>>,
}

impl Rules {
    pub(crate) fn new(root: &Path, settings: &IndexSettings) -> Result<Rules, DiscoverError> {
        let components = settings.include.iter().flat_map(|glob| glob.split('/'));
        Ok(Rules {
            root: root.to_owned(),
            include: globs("index.include", &settings.include)?,
            included_names: components.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            exclude: globs("index.exclude", &settings.exclude)?,
            with_defaults: settings.default_excludes,
            with_secrets: settings.secrets,
            own_rules: Mutex::default(),
        })
    }

    pub(crate) fn judge(&self, entry: &Entry<'_>) -> Verdict {
        let name = entry.relative.rsplit('/').next().unwrap_or_default();
        if tables::VERSION_CONTROL.contains(&name) {
            return Verdict::Hide;
        }
        let by_settings = self.exclude.matched(entry.relative, entry.is_directory);
        if by_settings.is_ignore() {
            return Verdict::Skip(SkipReason::Excluded);
        }
        if !entry.is_directory && !self.is_included(entry.relative) {
            return Verdict::Hide;
        }
        if !self.with_secrets && !entry.is_directory && tables::is_secret(name) {
            return Verdict::Skip(SkipReason::Secret);
        }
        if !self.with_defaults || by_settings.is_whitelist() {
            return Verdict::Keep;
        }
        let pattern = match entry.is_directory {
            true => tables::excluded_directory(entry.absolute, name),
            false => tables::excluded_file(name),
        };
        match pattern {
            Some(pattern) if !self.spells_out(name, pattern) && !self.is_kept_by_ignore_files(entry) => {
                Verdict::Skip(SkipReason::DefaultExclude { pattern })
            }
            _ => Verdict::Keep,
        }
    }

    fn is_included(&self, relative: &str) -> bool {
        self.include.is_empty() || self.include.matched_path_or_any_parents(relative, false).is_ignore()
    }

    /// Whether an include names the entry or repeats the pattern. `*.js` must not bring jquery.min.js back.
    fn spells_out(&self, name: &str, pattern: Pattern) -> bool {
        self.included_names.iter().any(|included| included == name || included == pattern)
    }

    fn is_kept_by_ignore_files(&self, entry: &Entry<'_>) -> bool {
        let directories = entry.absolute.ancestors().skip(1).take_while(|directory| directory.starts_with(&self.root));
        for directory in directories {
            match self.own_rules_of(directory).matched(entry.absolute, entry.is_directory) {
                Match::Whitelist(_) => return true,
                Match::Ignore(_) => return false,
                Match::None => {}
            }
        }
        false
    }

    fn own_rules_of(&self, directory: &Path) -> Arc<Gitignore> {
        let mut known = self.own_rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.get(directory) {
            return Arc::clone(rules);
        }
        let mut builder = GitignoreBuilder::new(directory);
        for file_name in [".ignore", QUARRY_IGNORE] {
            let file = directory.join(file_name);
            if file.exists() {
                // A broken line is reported by the walker, which reads the same file.
                let _ = builder.add(file);
            }
        }
        let rules = Arc::new(builder.build().unwrap_or_else(|_| Gitignore::empty()));
        known.insert(directory.to_owned(), Arc::clone(&rules));
        rules
    }
}

fn globs(key: &'static str, lines: &[String]) -> Result<Gitignore, DiscoverError> {
    let mut builder = GitignoreBuilder::new("");
    for line in lines {
        builder.add_line(None, line).map_err(|source| DiscoverError::Glob { key, glob: line.clone(), source })?;
    }
    builder.build().map_err(|source| DiscoverError::Glob { key, glob: lines.join(", "), source })
}
