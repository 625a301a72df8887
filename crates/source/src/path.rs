//! A path inside a repository: relative to its root, always with `/`, never `.` or `..`.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// Repository-relative path. Cheap to clone; orders and compares as its text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<str>);

impl RepoPath {
    /// Takes a path that is already relative; `\` becomes `/` and a leading `./` is dropped.
    pub fn new(text: &str) -> Self {
        let text = text.strip_prefix("./").unwrap_or(text);
        if text.contains('\\') && cfg!(windows) {
            return Self(text.replace('\\', "/").into());
        }
        Self(text.into())
    }

    /// The whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last component: `src/net/mod.rs` gives `mod.rs`.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// Everything before the last component, without the slash; empty at the root.
    pub fn directory(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// The last component of the directory; empty at the root.
    pub fn directory_name(&self) -> &str {
        self.directory().rsplit('/').next().unwrap_or_default()
    }

    /// The file name without its last ending: `app.test.ts` gives `app.test`, `.env` itself.
    pub fn name_without_ending(&self) -> &str {
        let name = self.file_name();
        name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
    }

    /// The file name up to its first dot that is not leading: `app.test.ts` gives `app`.
    pub fn stem(&self) -> &str {
        let name = self.file_name();
        let first_dot = name.char_indices().skip(1).find(|(_, letter)| *letter == '.');
        first_dot.map_or(name, |(dot, _)| &name[..dot])
    }

    /// What follows the last dot of the file name, if a name stands before it.
    pub fn extension(&self) -> Option<&str> {
        let (stem, extension) = self.file_name().rsplit_once('.')?;
        (!stem.is_empty() && !extension.is_empty()).then_some(extension)
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, formatter)
    }
}

impl Borrow<str> for RepoPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::RepoPath;

    #[test]
    fn a_path_knows_its_parts() {
        let path = RepoPath::new("./src/net/app.test.ts");
        assert_eq!(path.as_str(), "src/net/app.test.ts");
        assert_eq!((path.file_name(), path.directory()), ("app.test.ts", "src/net"));
        assert_eq!((path.stem(), path.extension()), ("app", Some("ts")));
    }

    #[test]
    fn hidden_and_bare_names_have_no_extension() {
        assert_eq!(RepoPath::new(".bashrc").extension(), None);
        assert_eq!(RepoPath::new(".bashrc").stem(), ".bashrc");
        assert_eq!(RepoPath::new("Makefile").extension(), None);
        assert_eq!(RepoPath::new("Makefile").directory(), "");
        assert_eq!(RepoPath::new("čeština.rs").stem(), "čeština");
        assert_eq!(RepoPath::new("⊗.txt").stem(), "⊗");
    }
}
