//! What a file is written in, and what it is for.

use std::fmt;
use std::sync::Arc;

/// The canonical name of a language (`rust`, `typescript`, `hcl`). The table of known languages lives
/// in the `parse` crate; this is only the name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(Arc<str>);

impl Language {
    /// Wraps a canonical name.
    pub fn new(name: &str) -> Self {
        Self(name.into())
    }

    /// The canonical name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What a file is for: people search code, documentation and configuration apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContentType {
    /// Programs.
    Code,
    /// Prose: Markdown, plain text.
    Docs,
    /// Data that steers programs: YAML, TOML, JSON, Dockerfiles.
    Config,
}

impl ContentType {
    /// Every content type, in the order they are listed to users.
    pub const ALL: [ContentType; 3] = [ContentType::Code, ContentType::Docs, ContentType::Config];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            ContentType::Code => "code",
            ContentType::Docs => "docs",
            ContentType::Config => "config",
        }
    }

    /// The inverse of [`ContentType::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|content_type| content_type.as_str() == name)
    }
}
