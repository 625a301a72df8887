//! How two places of a repository are related, and how sure that is.

/// What one place has to do with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// Stands inside: a class contains its methods. Never stored, because symbols know their parents.
    Contains,
    /// An import, include or link.
    Imports,
    /// Called, constructed or expanded.
    Calls,
    /// Named, most often as a type.
    References,
    /// A class and what it is derived from.
    Extends,
    /// A type and the interface or trait that it fulfils.
    Implements,
    /// A test and what it is named after.
    Tests,
}

impl EdgeKind {
    /// Every kind; the position of a kind is its stored number, so new ones go to the end.
    pub const ALL: [EdgeKind; 7] = [
        EdgeKind::Contains,
        EdgeKind::Imports,
        EdgeKind::Calls,
        EdgeKind::References,
        EdgeKind::Extends,
        EdgeKind::Implements,
        EdgeKind::Tests,
    ];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            EdgeKind::Contains => "contains",
            EdgeKind::Imports => "imports",
            EdgeKind::Calls => "calls",
            EdgeKind::References => "references",
            EdgeKind::Extends => "extends",
            EdgeKind::Implements => "implements",
            EdgeKind::Tests => "tests",
        }
    }

    /// The inverse of [`EdgeKind::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// How an edge was found; the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The file's imports, its package or the type of the receiver lead there.
    Import,
    /// Defined in the file that uses it.
    SameFile,
    /// The repository defines the name once.
    UniqueName,
    /// The repository defines the name several times, and nothing tells which one is meant.
    Ambiguous,
}

impl Confidence {
    /// Every one; the position is its stored number, so new ones go to the end.
    pub const ALL: [Confidence; 4] =
        [Confidence::Import, Confidence::SameFile, Confidence::UniqueName, Confidence::Ambiguous];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            Confidence::Import => "import",
            Confidence::SameFile => "same_file",
            Confidence::UniqueName => "unique_name",
            Confidence::Ambiguous => "ambiguous",
        }
    }

    /// The inverse of [`Confidence::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|confidence| confidence.as_str() == name)
    }

    /// Whether the source itself says so, and not only the name.
    pub fn is_sure(self) -> bool {
        matches!(self, Confidence::Import | Confidence::SameFile)
    }
}
