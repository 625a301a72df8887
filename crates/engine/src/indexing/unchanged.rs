//! Has anything changed at all? One `stat` per known file and directory answers without walking the tree.
//!
//! A directory's time changes when a name in it comes, goes or changes; a file's stamp changes with its content. If every
//! stamp is the stored one, a walk under the same rules would find what it found the last time. An ignore file that is
//! itself not indexed has no stored stamp, so that the directory which holds it is given a blank one, and the tree is always walked.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry_store::{FileRecord, FileStamp, Manifest};

use super::discover::{FoundFile, QUARRY_IGNORE, Stamp};
use crate::settings::IndexSettings;

/// Git's own list of ignored files, which lies outside of what is walked.
const GIT_EXCLUDE: &str = ".git/info/exclude";
/// Files whose content decides what a walk finds.
const IGNORE_FILES: [&str; 3] = [".gitignore", ".ignore", QUARRY_IGNORE];
/// What a walk leaves behind; raised when that changes, so that trees are walked anew. 2: blank stamps for directories whose ignore
/// files are not watched.
const WALK: u32 = 2;
/// From this many entries on, a second thread pays.
const ENTRIES_PER_THREAD: usize = 2000;

/// The settings that decide which files are found, as text.
pub(crate) fn rules(root: &Path, settings: &IndexSettings) -> String {
    let IndexSettings { include, exclude, default_excludes, gitignore, hidden, secrets, max_file_bytes, .. } = settings;
    let git_exclude = stamp(&root.join(GIT_EXCLUDE)).unwrap_or_default();
    format!(
        "{WALK} {include:?} {exclude:?} {default_excludes} {gitignore} {hidden} {secrets} {max_file_bytes} {} {}",
        git_exclude.modified, git_exclude.size
    )
}

/// Whether the tree is as it was when `manifest` was made.
pub(crate) fn is_unchanged(root: &Path, manifest: &Manifest) -> bool {
    // Below the top of a git work tree, ignore files above the root count too, and they are not watched.
    if !root.join(".git").exists() && root.ancestors().skip(1).any(|above| above.join(".git").exists()) {
        return false;
    }
    let files = manifest.files.iter().map(|record| (record.path.as_str(), record.stamp));
    let opened = manifest.skipped.iter().map(|record| (record.path.as_str(), record.stamp));
    let opened = opened.filter(|(_, stamp)| *stamp != FileStamp::default());
    let directories = manifest.directories.iter().map(|record| (record.path.as_str(), record.stamp));
    let entries: Vec<(&str, FileStamp)> = directories.chain(files).chain(opened).collect();
    let changed = AtomicBool::new(false);
    let threads = match entries.len().div_ceil(ENTRIES_PER_THREAD) {
        wanted @ 0..=1 => wanted,
        wanted => wanted.min(std::thread::available_parallelism().map_or(1, usize::from)),
    };
    let check = |part: &[(&str, FileStamp)]| {
        for (path, known) in part {
            if changed.load(Ordering::Relaxed) || !is_same(&root.join(path), known) {
                changed.store(true, Ordering::Relaxed);
                return;
            }
        }
    };
    if threads <= 1 {
        check(&entries);
    } else {
        std::thread::scope(|scope| {
            for part in entries.chunks(entries.len().div_ceil(threads)) {
                scope.spawn(|| check(part));
            }
        });
    }
    !changed.into_inner()
}

/// Whether an ignore file stands in a directory and is not among the files that were found, which are sorted by path. Looked
/// for after a walk and never before an answer: one that comes later changes the directory's own stamp.
pub(crate) fn has_unwatched_rules(root: &Path, found: &[FoundFile], directory: &str) -> bool {
    IGNORE_FILES.iter().any(|name| {
        let path = if directory.is_empty() { (*name).to_owned() } else { format!("{directory}/{name}") };
        found.binary_search_by(|file| file.path.as_str().cmp(&path)).is_err()
            && fs_err::symlink_metadata(root.join(&path)).is_ok()
    })
}

/// Whether a file or directory is as it was when its stamp was taken.
pub(crate) fn is_same(path: &Path, known: &FileStamp) -> bool {
    stamp(path).is_some_and(|now| now == *known)
}

/// Whether a file is still what was indexed. The stamp of one that was indexed right after it had changed is blank: its bytes tell.
pub(crate) fn is_as_indexed(path: &Path, record: &FileRecord) -> bool {
    is_same(path, &record.stamp)
        || fs_err::read(path).is_ok_and(|bytes| *blake3::hash(&bytes).as_bytes() == record.hash)
}

/// What the file system says of a path; a directory's size says nothing and counts as 0.
fn stamp(path: &Path) -> Option<FileStamp> {
    let metadata = fs_err::symlink_metadata(path).ok()?;
    let Stamp { modified, changed, inode } = Stamp::of(&metadata);
    Some(FileStamp { size: if metadata.is_dir() { 0 } else { metadata.len() }, modified, changed, inode })
}
