//! When and where: the numbers by which a later walk knows that an entry is still the same.

use std::fs::Metadata;
#[cfg(not(unix))]
use std::time::UNIX_EPOCH;

/// Times in nanoseconds since 1970; a time before that counts as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) modified: u64,
    pub(crate) changed: u64,
    pub(crate) inode: u64,
}

impl Stamp {
    #[cfg(unix)]
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        use std::os::unix::fs::MetadataExt;
        Stamp {
            modified: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
            inode: metadata.ino(),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(metadata: &Metadata) -> Stamp {
        let since_1970 = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since_1970.and_then(|time| u64::try_from(time.as_nanos()).ok()).unwrap_or(0);
        Stamp { modified, changed: 0, inode: 0 }
    }
}

#[cfg(unix)]
fn nanoseconds(seconds: i64, rest: i64) -> u64 {
    const PER_SECOND: i64 = 1_000_000_000;
    u64::try_from(seconds.saturating_mul(PER_SECOND).saturating_add(rest)).unwrap_or(0)
}
