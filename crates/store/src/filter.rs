//! What may be recalled at all: conditions on the file and on the symbols of a chunk, applied before ranking.

use globset::{Glob, GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use quarry_source::{ContentType, Language, SymbolKind};

use crate::record::FileRecord;

/// Conditions, all of which must hold; an empty list is no condition. Within one list any entry suffices.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// A directory or file that must be the path or stand above it; empty for the whole repository.
    pub within: String,
    /// Languages or dialects.
    pub languages: Vec<Language>,
    /// Globs on the path, or plain prefixes and parts of it.
    pub paths: Vec<PathPattern>,
    /// The same for paths that are not wanted.
    pub excluded_paths: Vec<PathPattern>,
    /// File endings without the dot.
    pub extensions: Vec<String>,
    /// Code, docs or config.
    pub content_types: Vec<ContentType>,
    /// Chunks that define a symbol of one of these kinds.
    pub kinds: Vec<SymbolKind>,
    /// Chunks that define a symbol whose name fits one of these globs.
    pub names: Vec<NamePattern>,
}

/// A glob that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("`{pattern}` is not a glob: {cause}")]
pub struct FilterError {
    /// As typed.
    pub pattern: String,
    /// What is wrong with it.
    pub cause: String,
}

/// A pattern on paths. With `*`, `?`, `[` or `{` it is a glob on some run of whole components, where `*` stays within
/// one; without, it is a directory or file that must occur in the path as whole components.
#[derive(Clone, Debug)]
pub struct PathPattern {
    text: String,
    globs: Option<GlobSet>,
}

impl PathPattern {
    /// Reads a pattern.
    pub fn new(pattern: &str) -> Result<Self, FilterError> {
        let text = pattern.trim_start_matches("./").trim_matches('/').to_owned();
        if !text.contains(['*', '?', '[', '{']) {
            return Ok(PathPattern { text, globs: None });
        }
        let mut globs = GlobSetBuilder::new();
        for anywhere in [text.clone(), format!("**/{text}"), format!("{text}/**"), format!("**/{text}/**")] {
            globs.add(compiled(pattern, GlobBuilder::new(&anywhere).literal_separator(true))?);
        }
        let globs = globs.build().map_err(|error| filter_error(pattern, &error))?;
        Ok(PathPattern { globs: Some(globs), text })
    }

    fn fits(&self, path: &str) -> bool {
        match &self.globs {
            Some(globs) => globs.is_match(path),
            None => path.match_indices(&self.text).any(|(at, part)| {
                let starts = at == 0 || path.as_bytes()[at - 1] == b'/';
                let ends = matches!(path.as_bytes().get(at + part.len()), None | Some(b'/'));
                starts && ends
            }),
        }
    }
}

/// A glob on symbol names, in any case.
#[derive(Clone, Debug)]
pub struct NamePattern {
    glob: GlobMatcher,
}

impl NamePattern {
    /// Reads a pattern: `User*`, `*Handler`, `get_?`.
    pub fn new(pattern: &str) -> Result<Self, FilterError> {
        let glob = compiled(pattern, GlobBuilder::new(pattern).case_insensitive(true))?;
        Ok(NamePattern { glob: glob.compile_matcher() })
    }

    /// Whether a name fits.
    pub fn fits(&self, name: &str) -> bool {
        self.glob.is_match(name)
    }
}

fn compiled(typed: &str, builder: &GlobBuilder<'_>) -> Result<Glob, FilterError> {
    builder.build().map_err(|error| filter_error(typed, &error))
}

fn filter_error(typed: &str, error: &globset::Error) -> FilterError {
    FilterError { pattern: typed.to_owned(), cause: error.kind().to_string() }
}

impl Filter {
    /// Whether any file is kept out.
    pub(crate) fn restricts_files(&self) -> bool {
        !(self.within.is_empty()
            && self.languages.is_empty()
            && self.paths.is_empty()
            && self.excluded_paths.is_empty()
            && self.extensions.is_empty()
            && self.content_types.is_empty())
    }

    /// Whether any chunk of a wanted file is kept out.
    pub fn restricts_chunks(&self) -> bool {
        !(self.kinds.is_empty() && self.names.is_empty())
    }

    /// Whether the file's chunks may be recalled.
    pub fn wants_file(&self, record: &FileRecord) -> bool {
        let path = record.path.as_str();
        let is = |language: &Language| record.language == *language || record.dialect.as_ref() == Some(language);
        let ends = |extension: &String| {
            record.path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension.trim_start_matches('.')))
        };
        is_within(path, &self.within)
            && any_or_empty(&self.languages, is)
            && any_or_empty(&self.paths, |pattern| pattern.fits(path))
            && !self.excluded_paths.iter().any(|pattern| pattern.fits(path))
            && any_or_empty(&self.extensions, ends)
            && any_or_empty(&self.content_types, |wanted| *wanted == record.content_type)
    }

    /// Whether a symbol makes its chunk wanted.
    pub fn wants_symbol(&self, kind: SymbolKind, name: &str) -> bool {
        any_or_empty(&self.kinds, |wanted| *wanted == kind) && any_or_empty(&self.names, |pattern| pattern.fits(name))
    }
}

fn is_within(path: &str, top: &str) -> bool {
    top.is_empty() || path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn any_or_empty<T>(list: &[T], fits: impl Fn(&T) -> bool) -> bool {
    list.is_empty() || list.iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::{NamePattern, PathPattern};

    #[test]
    fn path_patterns_fit_whole_components() {
        for (pattern, path, expected) in [
            ("src/", "src/a.rs", true),
            ("src", "lib/src/a.rs", true),
            ("src", "srcs/a.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("*.rs", "deep/down/a.rs", true),
            ("**/tests/**", "a/tests/b.rs", true),
            ("tests/*", "a/tests/b/c.rs", true),
            ("a.rs", "src/a.rs", true),
            ("{a,b}.rs", "src/b.rs", true),
        ] {
            let fits = PathPattern::new(pattern).expect("a pattern").fits(path);
            assert_eq!(fits, expected, "{pattern} on {path}");
        }
        assert!(PathPattern::new("a[").is_err());
    }

    #[test]
    fn name_patterns_ignore_case() {
        let pattern = NamePattern::new("User*").expect("a pattern");
        assert!(pattern.fits("UserService") && pattern.fits("user") && !pattern.fits("SuperUser"));
    }
}
