//! The user's own queries: `.quarry/queries/<language>/{symbols,references}.scm` below the root.

use std::collections::HashMap;
use std::path::Path;

use quarry_parse::QueryOverride;

/// Queries by language, and a hash by which a later run knows that they changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    pub(crate) queries: HashMap<String, QueryOverride>,
    pub(crate) hash: String,
    /// What could not be read.
    pub(crate) problems: Vec<String>,
}

/// Reads what there is; nothing is the usual case.
pub(crate) fn read(root: &Path) -> Overrides {
    let mut overrides = Overrides { hash: "built-in".to_owned(), ..Overrides::default() };
    let folder = root.join(".quarry").join("queries");
    let Ok(entries) = fs_err::read_dir(&folder) else { return overrides };
    let mut languages: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    languages.sort();
    let mut hasher = blake3::Hasher::new();
    for language in languages {
        let mut part = |file: &str| {
            let path = folder.join(&language).join(file);
            match fs_err::read_to_string(&path) {
                Ok(text) => {
                    hasher.update(language.as_bytes()).update(file.as_bytes()).update(text.as_bytes());
                    Some(text)
                }
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => {
                    overrides.problems.push(error.to_string());
                    None
                }
            }
        };
        let user = QueryOverride { symbols: part("symbols.scm"), references: part("references.scm") };
        if user.symbols.is_some() || user.references.is_some() {
            overrides.queries.insert(language, user);
        }
    }
    if !overrides.queries.is_empty() {
        overrides.hash = hasher.finalize().to_hex()[..16].to_owned();
    }
    overrides
}
