//! Why a file is not indexed: the reasons, as words for programs and as sentences for people.

use std::fmt;

use quarry_source::RepoPath;

use super::names::Pattern;

/// Something that was found and left out. For a directory, nothing in it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Where it is. A name that is not Unicode is shown with U+FFFD in its place.
    pub path: RepoPath,
    /// Why.
    pub reason: SkipReason,
}

/// Why something was left out. What ignore files hide, or `include` does not name, is not listed at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// `index.exclude` in the settings.
    Excluded,
    /// A name that is left out by default.
    DefaultExclude {
        /// The row of the table.
        pattern: Pattern,
    },
    /// Larger than `index.max_file_bytes`.
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// A name that usually holds secrets.
    Secret,
    /// A link to something inside the root, which is indexed where it really is.
    Symlink,
    /// A link that leaves the root.
    SymlinkOutside,
    /// A link to itself or to a directory that it stands in.
    SymlinkLoop,
    /// A link to nothing.
    SymlinkBroken,
    /// A pipe, socket or device.
    NotAFile,
    /// The system refused.
    Unreadable {
        /// What it said.
        cause: String,
    },
    /// The name is not Unicode, so it could be neither shown nor asked for.
    NotUnicodeName,
}

impl SkipReason {
    /// One word, stable, for programs.
    pub fn as_str(&self) -> &'static str {
        match self {
            SkipReason::Excluded => "excluded",
            SkipReason::DefaultExclude { .. } => "default_exclude",
            SkipReason::TooLarge { .. } => "too_large",
            SkipReason::Secret => "secret",
            SkipReason::Symlink => "symlink",
            SkipReason::SymlinkOutside => "symlink_outside",
            SkipReason::SymlinkLoop => "symlink_loop",
            SkipReason::SymlinkBroken => "symlink_broken",
            SkipReason::NotAFile => "not_a_file",
            SkipReason::Unreadable { .. } => "unreadable",
            SkipReason::NotUnicodeName => "not_unicode_name",
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::Excluded => write!(formatter, "left out by index.exclude"),
            SkipReason::DefaultExclude { pattern } => write!(formatter, "left out by default ({pattern})"),
            SkipReason::TooLarge { bytes } => write!(formatter, "{bytes} bytes, more than index.max_file_bytes"),
            SkipReason::Secret => write!(formatter, "its name says that it holds a secret"),
            SkipReason::Symlink => write!(formatter, "a link; its target is indexed where it is"),
            SkipReason::SymlinkOutside => write!(formatter, "a link that leaves the repository"),
            SkipReason::SymlinkLoop => write!(formatter, "a link that leads back to itself"),
            SkipReason::SymlinkBroken => write!(formatter, "a link to nothing"),
            SkipReason::NotAFile => write!(formatter, "a pipe, socket or device"),
            SkipReason::Unreadable { cause } => write!(formatter, "cannot be read: {cause}"),
            SkipReason::NotUnicodeName => write!(formatter, "its name is not Unicode"),
        }
    }
}
