//! What sessions have been shown, on disk: one small file each, below the home of the indexes.
//!
//! A file is a mark and hashes of 8 bytes, oldest first. It is read and written under a lock, so that processes that
//! share a session add to each other; a file that is not whole loses only what it remembers. Nothing of the source
//! itself is kept.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fs_err::{File, OpenOptions};

use super::shown::Shown;
use crate::Engine;
use crate::error::StorageError;

/// The format of a file.
const MARK: &[u8; 8] = b"QSHOWN1\n";
/// A session that nobody asked for so long is over. A day: a task, with a night in between.
const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);
/// Files that are kept; the oldest go first.
const MAX_SESSIONS: usize = 200;
/// Digits of a file's name: enough that no two sessions share one.
const NAME_DIGITS: usize = 32;

/// The sessions of one repository.
#[derive(Clone, Debug)]
pub struct Sessions {
    folder: PathBuf,
    root: PathBuf,
}

impl Engine {
    /// What readers of this repository have been shown, as kept on disk.
    pub fn sessions(&self) -> Sessions {
        Sessions { folder: self.home.join("sessions"), root: self.root.clone() }
    }
}

impl Sessions {
    /// What a session has been shown; nothing for one that is new or over.
    pub fn shown(&self, session: &str) -> Result<Shown, StorageError> {
        let path = self.path(session);
        let read = || -> io::Result<Shown> {
            let mut file = File::open(&path)?;
            file.file().lock_shared()?;
            if is_over(&file)? { Ok(Shown::default()) } else { read(&mut file) }
        };
        match read() {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Shown::default()),
            other => other.map_err(|source| StorageError { what: "read the session", path: path.clone(), source }),
        }
    }

    /// Adds what an answer has shown, to what others may have added meanwhile.
    pub fn remember(&self, session: &str, newly_shown: &[u64]) -> Result<(), StorageError> {
        let path = self.path(session);
        let add = || -> io::Result<()> {
            fs_err::create_dir_all(&self.folder)?;
            let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
            file.file().lock()?;
            let mut shown = if is_over(&file)? { Shown::default() } else { read(&mut file)? };
            shown.remember(newly_shown);
            let mut bytes = MARK.to_vec();
            bytes.extend(shown.all().flat_map(u64::to_le_bytes));
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&bytes)?;
            file.file().set_len(bytes.len() as u64)
        };
        add().map_err(|source| StorageError { what: "write the session", path: path.clone(), source })?;
        remove_old(&self.folder);
        Ok(())
    }

    /// Any text names a session: its file is called by a hash.
    fn path(&self, session: &str) -> PathBuf {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.root.to_string_lossy().as_bytes()).update(b"\0").update(session.as_bytes());
        self.folder.join(&hasher.finalize().to_hex()[..NAME_DIGITS])
    }
}

fn read(file: &mut File) -> io::Result<Shown> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let hashes = bytes.strip_prefix(MARK).unwrap_or_default().as_chunks::<8>().0;
    let mut shown = Shown::default();
    shown.remember(&hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect::<Vec<_>>());
    Ok(shown)
}

fn is_over(file: &File) -> io::Result<bool> {
    Ok(age(file.metadata()?.modified()?) > LIFETIME)
}

/// Since a time; nothing if that is still to come, as on a disk with another clock.
fn age(modified: SystemTime) -> Duration {
    modified.elapsed().unwrap_or_default()
}

/// Removes files of sessions that are over, and the oldest of too many. What cannot be removed now is removed by the
/// next.
fn remove_old(folder: &Path) {
    let entries = fs_err::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(Duration, PathBuf)> =
        entries.filter_map(|entry| Some((age(entry.metadata().ok()?.modified().ok()?), entry.path()))).collect();
    files.sort();
    for (place, (age, path)) in files.iter().enumerate() {
        if place >= MAX_SESSIONS || *age > LIFETIME {
            let _ = fs_err::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LIFETIME, Sessions};
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    fn sessions(home: &tempfile::TempDir) -> Sessions {
        Sessions { folder: home.path().join("sessions"), root: PathBuf::from("/shop") }
    }

    fn remembered(sessions: &Sessions, session: &str) -> Vec<u64> {
        sessions.shown(session).unwrap().all().collect()
    }

    #[test]
    fn sessions_are_kept_apart_and_any_text_names_one() {
        let home = tempfile::tempdir().unwrap();
        let sessions = sessions(&home);
        sessions.remember("../../a", &[1, 2]).unwrap();
        sessions.remember("b", &[3]).unwrap();
        sessions.remember("../../a", &[2, 4]).unwrap();
        assert_eq!(remembered(&sessions, "../../a"), [1, 2, 4]);
        assert_eq!(remembered(&sessions, "b"), [3]);
        assert!(remembered(&sessions, "c").is_empty());
        let elsewhere = Sessions { root: PathBuf::from("/other"), ..sessions };
        assert!(remembered(&elsewhere, "b").is_empty());
    }

    #[test]
    fn writers_at_the_same_time_lose_nothing() {
        let home = tempfile::tempdir().unwrap();
        let sessions = sessions(&home);
        std::thread::scope(|scope| {
            for writer in 0..8_u64 {
                let sessions = &sessions;
                scope.spawn(move || (0..20).for_each(|n| sessions.remember("a", &[writer * 20 + n]).unwrap()));
            }
        });
        let mut all = remembered(&sessions, "a");
        all.sort_unstable();
        assert_eq!(all, (0..160).collect::<Vec<_>>());
    }

    #[test]
    fn a_session_ends_after_a_day_and_its_file_goes() {
        let home = tempfile::tempdir().unwrap();
        let sessions = sessions(&home);
        sessions.remember("a", &[1]).unwrap();
        let file = fs_err::OpenOptions::new().write(true).open(sessions.path("a")).unwrap();
        file.file().set_modified(SystemTime::now() - LIFETIME - Duration::from_secs(60)).unwrap();
        assert!(remembered(&sessions, "a").is_empty());
        sessions.remember("b", &[1]).unwrap();
        assert!(!sessions.path("a").exists());
    }

    #[test]
    fn a_file_that_is_not_ours_or_not_whole_is_no_trouble() {
        let home = tempfile::tempdir().unwrap();
        let sessions = sessions(&home);
        sessions.remember("a", &[1, 2]).unwrap();
        let whole = fs_err::read(sessions.path("a")).unwrap();
        fs_err::write(sessions.path("a"), &whole[..whole.len() - 3]).unwrap();
        assert_eq!(remembered(&sessions, "a"), [1]);
        fs_err::write(sessions.path("a"), "something else").unwrap();
        assert!(remembered(&sessions, "a").is_empty());
        sessions.remember("a", &[5]).unwrap();
        assert_eq!(remembered(&sessions, "a"), [5]);
    }
}
