//! Words of a filter as users type them -> what the store filters by. One rule for flags and for `lang:rust` in a question.

use std::sync::LazyLock;

use quarry_parse::Languages;
use quarry_source::{ContentType, Language, SymbolKind};

/// Words less alike than this (Jaro-Winkler, 0 to 1) are different words, not typing errors.
const MIN_LIKENESS: f64 = 0.8;

/// Read once: the table takes a millisecond, and a question may hold many filters.
static KNOWN: LazyLock<Languages> = LazyLock::new(Languages::default);

/// A word that names nothing that can be filtered by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is no {what}")]
pub struct FilterWordError {
    /// As typed.
    pub word: String,
    /// What it should be: `language or dialect`.
    pub what: &'static str,
    /// The known word most like it.
    pub nearest: Option<String>,
}

/// A language by name, alias or file ending, or a dialect by name.
pub fn language(word: &str) -> Result<Language, FilterWordError> {
    if let Some(info) = KNOWN.find(word) {
        return Ok(info.language.clone());
    }
    let dialects = KNOWN.dialect_names();
    if let Some(dialect) = dialects.iter().find(|dialect| dialect.eq_ignore_ascii_case(word)) {
        return Ok(Language::new(dialect));
    }
    let names = KNOWN
        .iter()
        .flat_map(|info| [info.language.as_str()].into_iter().chain(info.aliases.iter().map(String::as_str)));
    let nearest = nearest(word, names.chain(dialects.iter().copied()));
    Err(unknown(word, "language or dialect", nearest))
}

/// A kind of symbol by name.
pub fn kind(word: &str) -> Result<SymbolKind, FilterWordError> {
    let names = || SymbolKind::ALL.iter().map(|kind| kind.as_str());
    let found = SymbolKind::from_name(&word.to_ascii_lowercase());
    found.ok_or_else(|| unknown(word, "kind of symbol", nearest(word, names())))
}

/// Code, docs or config.
pub fn content_type(word: &str) -> Result<ContentType, FilterWordError> {
    let names = || ContentType::ALL.iter().map(|content| content.as_str());
    let found = ContentType::from_name(&word.to_ascii_lowercase());
    found.ok_or_else(|| unknown(word, "sort of content (code, docs or config)", nearest(word, names())))
}

fn unknown(word: &str, what: &'static str, nearest: Option<&str>) -> FilterWordError {
    FilterWordError { word: word.to_owned(), what, nearest: nearest.map(str::to_owned) }
}

/// The candidate most like `word`, if any is like it. Of equals, the first.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = strsim::jaro_winkler(&word, &candidate.to_lowercase());
        if likeness >= MIN_LIKENESS && best.is_none_or(|(known, _)| likeness > known) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::{FilterWordError, kind, language, nearest};

    #[test]
    fn typing_errors_find_their_word_and_other_words_none() {
        let commands = ["search", "index", "status", "list"];
        assert_eq!(nearest("serach", commands), Some("search"));
        assert_eq!(nearest("Idnex", commands), Some("index"));
        assert_eq!(nearest("auth", commands), None);
    }

    #[test]
    fn languages_are_found_by_name_alias_and_dialect_and_suggested_otherwise() {
        let found = |name: &str| language(name).map(|language| language.to_string());
        let near = |error: FilterWordError| error.nearest;
        assert_eq!(found("Rust"), Ok("rust".to_owned()));
        assert_eq!(found("py"), Ok("python".to_owned()));
        assert_eq!(found("github-actions"), Ok("github-actions".to_owned()));
        assert_eq!(found("pyhton").map_err(near), Err(Some("python".to_owned())));
        assert_eq!(found("klingon").map_err(near), Err(None));
        assert_eq!(kind("functoin").map_err(near), Err(Some("function".to_owned())));
    }
}
