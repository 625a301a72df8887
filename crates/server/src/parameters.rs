//! What a caller asks for, checked: arguments of MCP tools, queries and bodies of REST requests, all by the same rule.
//!
//! A type says with its schema what there is; an argument it does not name is a mistake and is told with the nearest name,
//! because an agent that mistypes a filter must not get an answer without it. One word stands for a list of one, and
//! commas separate several: `lang=rust,go`. What is too long to be meant is refused before anybody works on it: a question of
//! 200,000 words keeps a core busy for minutes, and 100,000 globs take a gigabyte.

mod context;
mod filter;
mod graph;
mod grep;
mod listing;
mod refresh;
mod related;
mod search;

use std::marker::PhantomData;

use quarry_engine::nearest;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub(crate) use context::{BudgetedContextParameters, ContextParameters};
pub(crate) use filter::{FilterParameters, FilterProblem};
pub(crate) use graph::{AlongParameters, GraphParameters, RelationParameters, UseQuestion, WayParameters};
pub(crate) use grep::GrepParameters;
pub(crate) use listing::{FileParameters, FilesParameters, MapParameters, RepositoryParameters};
pub(crate) use refresh::{IndexParameters, ReadyParameters, Refresh};
pub(crate) use related::{RelatedParameters, RelatedTextParameters};
pub(crate) use search::{FullSearchParameters, SearchParameters};

/// Characters of a text, unless its schema allows more: a stack trace or an issue fits.
const MAX_CHARS: u64 = 20_000;
/// Words of a list, and characters of each.
const MAX_WORDS: usize = 100;
const MAX_WORD_CHARS: u64 = 500;

/// What is wrong with arguments, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(crate) struct ParameterError {
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

/// The arguments of one kind of question. Made once per kind: schemas take longer to make than questions to read.
pub(crate) struct Form<T> {
    properties: Map<String, Value>,
    kind: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned + JsonSchema> Form<T> {
    pub(crate) fn new() -> Form<T> {
        let schema = schemars::schema_for!(T);
        let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        Form { properties, kind: PhantomData }
    }

    /// Reads arguments that came as JSON.
    pub(crate) fn read(&self, mut arguments: Map<String, Value>) -> Result<T, ParameterError> {
        for (name, value) in &mut arguments {
            let Some(property) = self.properties.get(name) else { return Err(self.unknown(name)) };
            if is_of(property, "array")
                && let Value::String(words) = value
            {
                *value = words.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
            }
            check_range(name, value, property)?;
            check_length(name, value, property)?;
        }
        // An argument that is null was not given.
        arguments.retain(|_, value| !value.is_null());
        serde_json::from_value(Value::Object(arguments)).map_err(|error| wrong(&error.to_string()))
    }

    /// Reads the pairs of a query string, already decoded.
    pub(crate) fn read_pairs(&self, pairs: impl IntoIterator<Item = (String, String)>) -> Result<T, ParameterError> {
        let mut arguments = Map::new();
        for (name, text) in pairs {
            let Some(property) = self.properties.get(&name) else { return Err(self.unknown(&name)) };
            let value = match () {
                () if is_of(property, "integer") => text.parse::<u64>().map(Value::from).map_err(|_| &text),
                () if is_of(property, "boolean") => text.parse::<bool>().map(Value::from).map_err(|_| &text),
                () => Ok(Value::from(text.as_str())),
            };
            let value = value.map_err(|text| wrong(&format!("`{name}` cannot be `{text}`")))?;
            if arguments.insert(name.clone(), value).is_some() {
                return Err(ParameterError {
                    what: format!("`{name}` is given twice"),
                    help: Some("separate several values by commas".to_owned()),
                });
            }
        }
        self.read(arguments)
    }

    fn unknown(&self, name: &str) -> ParameterError {
        let known: Vec<&str> = self.properties.keys().map(String::as_str).collect();
        let near = nearest(name, known.iter().copied()).map(|near| format!("did you mean `{near}`? "));
        ParameterError {
            what: format!("there is no parameter `{name}`"),
            help: Some(format!("{}there are: {}", near.unwrap_or_default(), known.join(", "))),
        }
    }
}

fn wrong(what: &str) -> ParameterError {
    ParameterError { what: what.to_owned(), help: None }
}

/// Refuses numbers that the schema does not allow.
fn check_range(name: &str, value: &Value, property: &Value) -> Result<(), ParameterError> {
    let bound = |key: &str| property.get(key).and_then(Value::as_f64);
    let (Some(number), Some(min), Some(max)) = (value.as_f64(), bound("minimum"), bound("maximum")) else {
        return Ok(());
    };
    if (min..=max).contains(&number) {
        return Ok(());
    }
    Err(wrong(&format!("`{name}` must be from {min} to {max}, not {value}")))
}

/// Refuses what is longer than anybody means.
fn check_length(name: &str, value: &Value, property: &Value) -> Result<(), ParameterError> {
    let has_at_most = |text: &str, most: u64| {
        let n_chars = text.chars().count() as u64;
        if n_chars <= most {
            Ok(())
        } else {
            Err(wrong(&format!("`{name}` has {n_chars} characters; {most} are read")))
        }
    };
    match value {
        Value::String(text) => has_at_most(text, property["maxLength"].as_u64().unwrap_or(MAX_CHARS)),
        Value::Array(words) if words.len() > MAX_WORDS => {
            Err(wrong(&format!("`{name}` has {} words; {MAX_WORDS} are read", words.len())))
        }
        Value::Array(words) => {
            words.iter().filter_map(Value::as_str).try_for_each(|word| has_at_most(word, MAX_WORD_CHARS))
        }
        _ => Ok(()),
    }
}

/// Whether a property's schema allows a type.
fn is_of(property: &Value, kind: &str) -> bool {
    match &property["type"] {
        Value::String(only) => only == kind,
        Value::Array(several) => several.iter().any(|one| one == kind),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, RelatedTextParameters, SearchParameters};
    use expect_test::{Expect, expect};
    use serde_json::{Value, json};

    fn told<T: std::fmt::Debug>(read: Result<T, super::ParameterError>) -> String {
        match read {
            Ok(read) => format!("{read:?}"),
            Err(error) => format!("{error}; {}", error.help.as_deref().unwrap_or_default()),
        }
    }

    #[track_caller]
    fn check(arguments: Value, expected: Expect) {
        let form = Form::<SearchParameters>::new();
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let read =
            form.read(arguments).map(|read| (read.query, read.limit, read.filters.filter().map(|f| f.languages)));
        expected.assert_eq(&told(read.map(|(query, limit, languages)| (query, limit, languages.ok()))));
    }

    #[test]
    fn lists_may_be_words_and_nothing_is_ignored() {
        check(json!({ "query": "a", "lang": "rust, go" }), expect![[r#"("a", None, Some([rust, go]))"#]]);
        check(json!({ "query": "a", "lang": ["rust"], "limit": null }), expect![[r#"("a", None, Some([rust]))"#]]);
        check(json!({ "query": "a", "limit": 1001 }), expect!["`limit` must be from 1 to 1000, not 1001; "]);
        check(
            json!({ "query": "a", "limits": 5 }),
            expect![
                "there is no parameter `limits`; did you mean `limit`? there are: exclude, ext, kind, lang, limit, name, path, query, repository, type"
            ],
        );
        check(json!({ "query": 7 }), expect!["invalid type: integer `7`, expected a string; "]);
    }

    #[test]
    fn what_is_too_long_to_be_meant_is_refused() {
        let query = |n_chars: usize| json!({ "query": "č".repeat(n_chars) });
        let form = Form::<SearchParameters>::new();
        assert!(form.read(query(20_000).as_object().cloned().unwrap_or_default()).is_ok());
        check(query(20_001), expect!["`query` has 20001 characters; 20000 are read; "]);
        let globs = |n_globs: usize| (0..n_globs).map(|number| format!("d{number}/**")).collect::<Vec<_>>();
        check(json!({ "query": "a", "path": globs(101) }), expect!["`path` has 101 words; 100 are read; "]);
        check(json!({ "query": "a", "path": globs(101).join(",") }), expect!["`path` has 101 words; 100 are read; "]);
        check(json!({ "query": "a", "path": globs(100) }), expect![[r#"("a", None, Some([]))"#]]);
        check(
            json!({ "query": "a", "name": ["a*".repeat(251)] }),
            expect!["`name` has 502 characters; 500 are read; "],
        );
        // A text to compare with may be a whole file.
        let text = json!({ "text": "a ".repeat(100_000) });
        assert!(Form::<RelatedTextParameters>::new().read(text.as_object().cloned().unwrap_or_default()).is_ok());
    }

    #[test]
    fn pairs_are_read_by_their_types() {
        let form = Form::<SearchParameters>::new();
        let read = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            told(form.read_pairs(pairs).map(|read| (read.query, read.limit)))
        };
        assert_eq!(read(&[("query", "7"), ("limit", "7")]), "(\"7\", Some(7))");
        assert_eq!(read(&[("query", "a"), ("limit", "seven")]), "`limit` cannot be `seven`; ");
        assert_eq!(
            read(&[("query", "a"), ("query", "b")]),
            "`query` is given twice; separate several values by commas"
        );
    }
}
