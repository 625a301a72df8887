//! Filters inside a question: `retry lang:rust path:src/ -path:tests kind:function` -> the question and a filter.
//!
//! A word is a filter only if it begins with one of these keys and a colon and something follows: `std::io` and `http://host`
//! are words.

use quarry_store::{Filter, NamePattern, PathPattern};

use crate::error::SearchError;
use crate::filter_words;

/// The question without its filters, and the filter with them.
pub(super) fn split(query: &str, filter: &Filter) -> Result<(String, Filter), SearchError> {
    let mut filter = filter.clone();
    let mut words = Vec::new();
    for word in query.split_whitespace() {
        let is_filter = match word.split_once(':') {
            Some((key, value)) if !value.is_empty() && !value.starts_with(':') => add(&mut filter, key, value)?,
            _ => false,
        };
        if !is_filter {
            words.push(word);
        }
    }
    // Without a filter the question stays as it was typed.
    let is_plain = words.len() == query.split_whitespace().count();
    Ok((if is_plain { query.to_owned() } else { words.join(" ") }, filter))
}

/// Adds a condition; `false` if the key is none of ours.
fn add(filter: &mut Filter, key: &str, value: &str) -> Result<bool, SearchError> {
    match key {
        "lang" | "language" => filter.languages.push(filter_words::language(value)?),
        "path" => filter.paths.push(PathPattern::new(value)?),
        "-path" => filter.excluded_paths.push(PathPattern::new(value)?),
        "ext" => filter.extensions.push(value.trim_start_matches('.').to_owned()),
        "kind" => filter.kinds.push(filter_words::kind(value)?),
        "name" => filter.names.push(NamePattern::new(value)?),
        "type" => filter.content_types.push(filter_words::content_type(value)?),
        _ => return Ok(false),
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::split;
    use quarry_store::Filter;

    #[test]
    fn filters_leave_the_question() {
        let (query, filter) =
            split("retry lang:rs kind:function path:src -path:tests loop", &Filter::default()).unwrap();
        assert_eq!(query, "retry loop");
        assert_eq!((filter.languages.len(), filter.kinds.len()), (1, 1));
        assert_eq!((filter.paths.len(), filter.excluded_paths.len()), (1, 1));
    }

    #[test]
    fn other_words_with_colons_stay() {
        for query in ["std::io  read", "http://host:80/x", "kind: of", "a::lang"] {
            assert_eq!(split(query, &Filter::default()).unwrap().0, query);
        }
    }

    #[test]
    fn a_mistyped_word_is_an_error_with_the_nearest() {
        let error = split("x lang:pyhton", &Filter::default()).unwrap_err();
        assert_eq!(error.to_string(), "`pyhton` is no language or dialect");
        assert!(split("x path:[", &Filter::default()).is_err());
    }
}
