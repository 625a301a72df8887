//! Discovery: which files of a repository are indexed, and why the others are not.
//!
//! In:  the root and the settings of indexing.
//! Out: the files with size and times, the directories that were read, and what was left out, all sorted by path:
//!      the same whatever the number of threads.
//!
//! One parallel walk under .gitignore, .ignore and .quarryignore rules, one `stat` per file, no file opened. Links are
//! never followed, so the walk cannot leave the root or run in circles. The user's global gitignore is not read.
//! Never here: file contents.

mod names;
mod rules;
mod skip;
mod stamp;
mod tables;

#[cfg(test)]
mod tests;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ignore::{DirEntry, ParallelVisitor, ParallelVisitorBuilder, WalkBuilder, WalkState};
use quarry_source::RepoPath;

pub use skip::{SkipReason, Skipped};
pub use tables::{DEFAULT_EXCLUDES, ExcludeGroup};

use crate::settings::IndexSettings;
use rules::{Entry, Rules, Verdict};
pub(crate) use stamp::Stamp;

/// Quarry's own ignore file: like .gitignore, and above it.
pub(crate) const QUARRY_IGNORE: &str = ".quarryignore";

/// The files of a repository as they were during one walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The root, absolute and without links.
    pub root: PathBuf,
    /// What is to be indexed, sorted by path.
    pub files: Vec<FoundFile>,
    /// The directories that were read, sorted by path, the root as the empty path. While none of them changes, no
    /// file has come or gone.
    pub directories: Vec<WatchedEntry>,
    /// What was left out, sorted by path.
    pub skipped: Vec<Skipped>,
    /// Broken lines of ignore files, sorted (the other lines were obeyed), and rules that hide the whole repository.
    pub problems: Vec<String>,
}

/// A file to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Where it is.
    pub path: RepoPath,
    /// Its length in bytes.
    pub size: u64,
    /// When its content last changed, in nanoseconds since 1970.
    pub modified: u64,
    /// When its content, name or rights last changed, in nanoseconds since 1970; 0 where the system does not say.
    pub changed: u64,
    /// Its number in the file system; 0 where the system does not say.
    pub inode: u64,
}

impl FoundFile {
    /// Where it is on disk.
    pub fn absolute(&self, root: &Path) -> PathBuf {
        root.join(self.path.as_str())
    }
}

/// A directory that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedEntry {
    /// Where it is; empty for the root.
    pub path: RepoPath,
    /// When a name in it last came, went or changed, in nanoseconds since 1970.
    pub modified: u64,
    /// As for files.
    pub changed: u64,
    /// As for files.
    pub inode: u64,
}

/// Why nothing could be discovered. Trouble with a single file is no error but a [`Skipped`].
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// The root is missing or may not be read. The cause names the path.
    #[error("cannot read the root of the repository")]
    Root {
        /// What the system said.
        source: io::Error,
    },
    /// The root is a file.
    #[error("{} is not a directory", root.display())]
    NotADirectory {
        /// The path given.
        root: PathBuf,
    },
    /// A glob of the settings cannot be understood.
    #[error("`{key}` holds an invalid glob `{glob}`")]
    Glob {
        /// The setting.
        key: &'static str,
        /// The glob.
        glob: String,
        /// What is wrong with it.
        source: ignore::Error,
    },
}

/// Walks the tree under `root` once.
pub fn discover(root: &Path, settings: &IndexSettings) -> Result<Discovery, DiscoverError> {
    let absolute = fs_err::canonicalize(root).map_err(|source| DiscoverError::Root { source })?;
    if !absolute.is_dir() {
        return Err(DiscoverError::NotADirectory { root: root.to_owned() });
    }
    fs_err::read_dir(&absolute).map_err(|source| DiscoverError::Root { source })?;
    let rules = Rules::new(&absolute, settings)?;
    let collected = Mutex::new(Discovery { root: absolute.clone(), ..Discovery::default() });
    let walk = walker(&absolute, settings).build_parallel();
    walk.visit(&mut Visitors { rules: &rules, root: &absolute, settings, collected: &collected });

    let mut discovery = collected.into_inner().unwrap_or_else(PoisonError::into_inner);
    discovery.files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    discovery.directories.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    discovery.skipped.sort_by(|left, right| left.path.cmp(&right.path));
    discovery.problems.sort();
    if hides_everything(&discovery, settings) {
        discovery.problems.push(format!("the ignore files of {} hide everything in it", absolute.display()));
    }
    Ok(discovery)
}

/// Git keeps what was committed before a rule came, so a repository may ignore all of its own files (Debian's Linux
/// has `/*` in its .gitignore). An empty index without a word would be a riddle.
fn hides_everything(discovery: &Discovery, settings: &IndexSettings) -> bool {
    let is_code = |name: &OsStr| !name.as_encoded_bytes().starts_with(b".");
    discovery.files.is_empty()
        && discovery.skipped.is_empty()
        && settings.include.is_empty()
        && fs_err::read_dir(&discovery.root)
            .is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(|entry| is_code(&entry.file_name()))))
}

fn walker(root: &Path, settings: &IndexSettings) -> WalkBuilder {
    // Part of a larger repository: the .gitignore files above count too, up to the one beside .git and no further.
    // Otherwise the root is the repository, and its .gitignore counts even if .git is not there (an archive).
    let is_part = settings.gitignore && is_inside_larger_repository(root);
    let mut builder = WalkBuilder::new(root);
    builder
        .threads(settings.threads)
        .follow_links(false)
        .hidden(!settings.hidden)
        .parents(is_part)
        .require_git(is_part)
        .ignore(true)
        .git_ignore(settings.gitignore)
        .git_exclude(settings.gitignore)
        .git_global(false)
        .add_custom_ignore_filename(QUARRY_IGNORE);
    builder
}

fn is_inside_larger_repository(root: &Path) -> bool {
    let has_git = |directory: &Path| directory.join(".git").exists();
    !has_git(root) && root.ancestors().skip(1).any(has_git)
}

struct Visitors<'s> {
    rules: &'s Rules,
    root: &'s Path,
    settings: &'s IndexSettings,
    collected: &'s Mutex<Discovery>,
}

impl<'s> ParallelVisitorBuilder<'s> for Visitors<'s> {
    fn build(&mut self) -> Box<dyn ParallelVisitor + 's> {
        Box::new(Visitor {
            rules: self.rules,
            root: self.root,
            max_file_bytes: self.settings.max_file_bytes,
            found: Discovery::default(),
            collected: self.collected,
        })
    }
}

/// One thread's share of the walk; handed in when the thread is done.
struct Visitor<'s> {
    rules: &'s Rules,
    root: &'s Path,
    max_file_bytes: u64,
    found: Discovery,
    collected: &'s Mutex<Discovery>,
}

impl Drop for Visitor<'_> {
    fn drop(&mut self) {
        let mut collected = self.collected.lock().unwrap_or_else(PoisonError::into_inner);
        collected.files.append(&mut self.found.files);
        collected.directories.append(&mut self.found.directories);
        collected.skipped.append(&mut self.found.skipped);
        collected.problems.append(&mut self.found.problems);
    }
}

impl ParallelVisitor for Visitor<'_> {
    fn visit(&mut self, entry: Result<DirEntry, ignore::Error>) -> WalkState {
        match entry {
            Ok(entry) => self.visit_entry(&entry),
            Err(error) => {
                self.visit_error(&error);
                WalkState::Continue
            }
        }
    }
}

impl Visitor<'_> {
    fn visit_entry(&mut self, entry: &DirEntry) -> WalkState {
        let relative = entry.path().strip_prefix(self.root).unwrap_or(entry.path());
        let Some(text) = relative.to_str() else {
            return self.skip(relative, SkipReason::NotUnicodeName);
        };
        let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
        if entry.depth() > 0 {
            let named = Entry { absolute: entry.path(), relative: text, is_directory };
            match self.rules.judge(&named) {
                Verdict::Keep => {}
                Verdict::Hide => return WalkState::Skip,
                Verdict::Skip(reason) => return self.skip(relative, reason),
            }
        }
        if let Some(error) = entry.error() {
            self.found.problems.push(error.to_string());
        }
        if entry.path_is_symlink() {
            return self.skip(relative, link_reason(entry.path(), self.root));
        }
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            Err(error) => return self.skip(relative, SkipReason::Unreadable { cause: cause_of(&error) }),
        };
        let Stamp { modified, changed, inode } = Stamp::of(&metadata);
        let path = RepoPath::new(text);
        if is_directory {
            self.found.directories.push(WatchedEntry { path, modified, changed, inode });
            return WalkState::Continue;
        }
        if !metadata.is_file() {
            return self.skip(relative, SkipReason::NotAFile);
        }
        let size = metadata.len();
        if size > self.max_file_bytes {
            return self.skip(relative, SkipReason::TooLarge { bytes: size });
        }
        self.found.files.push(FoundFile { path, size, modified, changed, inode });
        WalkState::Continue
    }

    fn skip(&mut self, relative: &Path, reason: SkipReason) -> WalkState {
        self.found.skipped.push(Skipped { path: RepoPath::new(&relative.to_string_lossy()), reason });
        WalkState::Skip
    }

    /// A directory that cannot be listed, or a file that went away during the walk.
    fn visit_error(&mut self, error: &ignore::Error) {
        match path_of(error) {
            Some(path) => {
                let relative = path.strip_prefix(self.root).unwrap_or(path).to_owned();
                self.skip(&relative, SkipReason::Unreadable { cause: cause_of(error) });
            }
            None => self.found.problems.push(error.to_string()),
        }
    }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path_of(err),
        _ => None,
    }
}

/// The system's words without the path, which stands beside them already.
fn cause_of(error: &ignore::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), io::Error::to_string)
}

fn link_reason(link: &Path, root: &Path) -> SkipReason {
    match fs_err::canonicalize(link) {
        Ok(target) if !target.starts_with(root) => SkipReason::SymlinkOutside,
        Ok(target) if link.starts_with(&target) => SkipReason::SymlinkLoop,
        Ok(_) => SkipReason::Symlink,
        Err(error) if error.kind() == io::ErrorKind::NotFound => SkipReason::SymlinkBroken,
        Err(_) if fs_err::metadata(link).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied) => {
            SkipReason::SymlinkOutside
        }
        Err(_) => SkipReason::SymlinkLoop,
    }
}
