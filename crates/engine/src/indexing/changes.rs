//! What is on disk, compared with what is indexed: which files to read, which to forget.
//!
//! Stamps decide (size, times, inode): a file with an equal stamp is not opened. Whether a file with another stamp really
//! changed is decided after reading it, by its hash.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use quarry_source::RepoPath;
use quarry_store::{DirectoryRecord, FileRecord, FileStamp, Manifest, SkippedRecord};

use super::discover::{Discovery, FoundFile, WatchedEntry};
use super::{Shaping, unchanged};

/// A file or directory that changed so shortly before it was read could change again without its time changing.
const RACY_NANOSECONDS: u64 = 50_000_000;

/// What has to be done.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) shaping: Shaping,
    /// New files and files with another stamp, sorted by path.
    pub(crate) to_read: Vec<FoundFile>,
    /// Indexed files that are no longer found, sorted by path.
    pub(crate) removed: Vec<RepoPath>,
    /// Records that stay as they are, sorted by path.
    pub(crate) kept: Vec<FileRecord>,
    /// What was not indexed this time or, unchanged, the last time.
    pub(crate) skipped: Vec<SkippedRecord>,
    pub(crate) directories: Vec<DirectoryRecord>,
    /// Whether the lists of directories or skipped paths differ from those stored.
    pub(crate) lists_differ: bool,
    pub(crate) problems: Vec<String>,
}

impl Changes {
    /// Whether the index is up to date.
    pub(crate) fn is_empty(&self) -> bool {
        self.to_read.is_empty() && self.removed.is_empty() && !self.lists_differ
    }
}

pub(crate) fn between(before: &Manifest, found: Discovery, shaping: Shaping) -> Changes {
    let mut changes = Changes { shaping, problems: found.problems, ..Changes::default() };
    let read_and_skipped: HashMap<&str, &SkippedRecord> = before
        .skipped
        .iter()
        .filter(|record| record.stamp != FileStamp::default())
        .map(|record| (record.path.as_str(), record))
        .collect();
    let mut on_disk: HashSet<&str> = HashSet::with_capacity(found.files.len());
    for file in &found.files {
        let stamp = stamp_of(file);
        if let Some(record) = before.file(file.path.as_str()) {
            on_disk.insert(file.path.as_str());
            match record.stamp == stamp {
                true => changes.kept.push(record.clone()),
                false => changes.to_read.push(file.clone()),
            }
        } else if let Some(skipped) = read_and_skipped.get(file.path.as_str()).filter(|record| record.stamp == stamp) {
            changes.skipped.push((*skipped).clone());
        } else {
            changes.to_read.push(file.clone());
        }
    }
    let gone = before.files.iter().filter(|record| !on_disk.contains(record.path.as_str()));
    changes.removed = gone.map(|record| record.path.clone()).collect();
    changes.skipped.extend(found.skipped.iter().map(|skipped| SkippedRecord {
        path: skipped.path.clone(),
        reason: skipped.reason.as_str().into(),
        detail: skipped.reason.to_string().into(),
        stamp: FileStamp::default(),
    }));
    changes.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    let stamp_of_directory = |entry: &WatchedEntry| {
        let WatchedEntry { modified, changed, inode, .. } = *entry;
        match unchanged::has_unwatched_rules(&found.root, &found.files, entry.path.as_str()) {
            true => FileStamp::default(),
            false => settled(FileStamp { size: 0, modified, changed, inode }),
        }
    };
    let recorded =
        |entry: &WatchedEntry| DirectoryRecord { path: entry.path.clone(), stamp: stamp_of_directory(entry) };
    changes.directories = found.directories.iter().map(recorded).collect();
    changes.lists_differ = changes.skipped != before.skipped
        || changes.directories != before.directories
        || changes.shaping.rules != before.rules;
    changes
}

pub(crate) fn stamp_of(file: &FoundFile) -> FileStamp {
    FileStamp { size: file.size, modified: file.modified, changed: file.changed, inode: file.inode }
}

/// A stamp that can be trusted later; the stamp of a file that changed just now is blanked, so that the next run looks
/// into the file again.
pub(crate) fn settled(stamp: FileStamp) -> FileStamp {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    if now.saturating_sub(stamp.modified.max(stamp.changed)) < RACY_NANOSECONDS { FileStamp::default() } else { stamp }
}
