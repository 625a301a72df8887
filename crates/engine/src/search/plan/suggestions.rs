//! Filters that a question's words suggest: `retry class in python` -> `lang:python kind:class`.
//!
//! They are shown and never applied: a question about `class names in python` may be about a file in Rust.

use std::fmt;

use quarry_source::{ContentType, SymbolKind};

use super::phrases;

/// A filter that the question could be asked with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuggestedFilter {
    /// What it is about, as typed in a question: `lang`, `kind`, `type` or `path`.
    pub key: &'static str,
    /// What is wanted: `python`.
    pub value: String,
}

/// As typed in a question: `lang:python`.
impl fmt::Display for SuggestedFilter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.key, self.value)
    }
}

/// Words that mean a language wherever they stand, and its name.
const LANGUAGES: [(&str, &str); 30] = [
    ("bash", "bash"),
    ("c#", "csharp"),
    ("c++", "cpp"),
    ("clojure", "clojure"),
    ("cpp", "cpp"),
    ("csharp", "csharp"),
    ("elixir", "elixir"),
    ("erlang", "erlang"),
    ("fortran", "fortran"),
    ("golang", "go"),
    ("groovy", "groovy"),
    ("haskell", "haskell"),
    ("java", "java"),
    ("javascript", "javascript"),
    ("kotlin", "kotlin"),
    ("lua", "lua"),
    ("objective-c", "objc"),
    ("ocaml", "ocaml"),
    ("perl", "perl"),
    ("php", "php"),
    ("powershell", "powershell"),
    ("python", "python"),
    ("ruby", "ruby"),
    ("rust", "rust"),
    ("scala", "scala"),
    ("solidity", "solidity"),
    ("svelte", "svelte"),
    ("terraform", "hcl"),
    ("typescript", "typescript"),
    ("zig", "zig"),
];

/// Words that also mean something else: a language only after `in` or before `code` and `files`.
const OFTEN_NO_LANGUAGE: [(&str, &str); 11] = [
    ("c", "c"),
    ("dart", "dart"),
    ("go", "go"),
    ("js", "javascript"),
    ("julia", "julia"),
    ("py", "python"),
    ("r", "r"),
    ("shell", "bash"),
    ("swift", "swift"),
    ("ts", "typescript"),
    ("vue", "vue"),
];

/// Formats that programs read and write: only before `files` are their own files meant.
const FORMATS: [(&str, &str); 9] = [
    ("cmake", "cmake"),
    ("css", "css"),
    ("html", "html"),
    ("json", "json"),
    ("markdown", "markdown"),
    ("sql", "sql"),
    ("toml", "toml"),
    ("xml", "xml"),
    ("yaml", "yaml"),
];

/// Kinds whose words mean little else. `type`, `module`, `field` and `implementation` stand in too many questions.
const KINDS: [SymbolKind; 9] = [
    SymbolKind::Class,
    SymbolKind::Constant,
    SymbolKind::Enum,
    SymbolKind::Function,
    SymbolKind::Interface,
    SymbolKind::Macro,
    SymbolKind::Method,
    SymbolKind::Struct,
    SymbolKind::Trait,
];

/// Phrases by sort of content. `config` alone is no such phrase: mostly the code is meant that reads it.
const CONTENT_TYPES: [(ContentType, &[&str]); 3] = [
    (ContentType::Code, &["source code", "source file", "source files"]),
    (ContentType::Docs, &["docs", "documentation", "readme", "changelog", "tutorial"]),
    (
        ContentType::Config,
        &["config file", "config files", "configuration file", "configuration files", "settings file"],
    ),
];

/// What a question suggests: languages, kinds, contents, then paths. `words` and `paths` are those of the question.
pub(super) fn of(query: &str, words: &[&str], paths: &[String]) -> Vec<SuggestedFilter> {
    let languages = languages(query).into_iter().map(|language| ("lang", language.to_owned()));
    let kinds = KINDS.iter().filter(|kind| words.iter().any(|word| names_kind(word, **kind)));
    let kinds = kinds.map(|kind| ("kind", kind.as_str().to_owned()));
    let is_meant = |phrases: &[&str]| phrases.iter().any(|phrase| phrases::occurs(phrase, words));
    let contents = CONTENT_TYPES.iter().filter(|(_, phrases)| is_meant(phrases));
    let contents = contents.map(|(content, _)| ("type", content.as_str().to_owned()));
    let paths = paths.iter().map(|path| ("path", if path.ends_with('/') { format!("{path}**") } else { path.clone() }));
    let all = languages.chain(kinds).chain(contents).chain(paths);
    all.map(|(key, value)| SuggestedFilter { key, value }).collect()
}

/// The languages that are mentioned, in the order of the question, each once.
fn languages(query: &str) -> Vec<&'static str> {
    // Not the words of the plan: those of `C++` and `C#` are `C`.
    let is_around = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '+' | '#');
    let words: Vec<String> = query.split_whitespace().map(|word| word.trim_matches(is_around).to_lowercase()).collect();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let before = place.checked_sub(1).map_or("", |place| words[place].as_str());
        let after = words.get(place + 1).map_or("", String::as_str);
        let before_files = matches!(after, "file" | "files");
        let named = |table: &[(&str, &'static str)]| table.iter().find(|(name, _)| name == word).map(|(_, name)| *name);
        let language = named(&LANGUAGES)
            .or_else(|| named(&OFTEN_NO_LANGUAGE).filter(|_| before == "in" || after == "code" || before_files))
            .or_else(|| named(&FORMATS).filter(|_| before_files));
        found.extend(language.filter(|language| !found.contains(language)));
    }
    found
}

/// `class`, `Classes`.
fn names_kind(word: &str, kind: SymbolKind) -> bool {
    let word = word.to_ascii_lowercase();
    word.strip_prefix(kind.as_str()).is_some_and(|ending| matches!(ending, "" | "s" | "es"))
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, LANGUAGES, OFTEN_NO_LANGUAGE};
    use crate::filter_words;
    use crate::search::inline;
    use crate::search::plan::Plan;
    use crate::settings::KeywordSettings;
    use quarry_store::Filter;

    /// What is suggested can be typed behind the question, and the question stays the same.
    #[track_caller]
    fn check(query: &str, expected: &str) {
        let plan = Plan::for_query(query, "", &KeywordSettings::default());
        let suggested: Vec<String> = plan.suggested_filters.iter().map(ToString::to_string).collect();
        let suggested = suggested.join(" ");
        assert_eq!(suggested, expected, "{query}");
        let (left, _) = inline::split(&format!("{query} {suggested}"), &Filter::default()).expect("filters");
        assert_eq!(left.trim_end(), query);
    }

    #[test]
    fn languages_are_suggested_where_they_are_surely_meant() {
        check("retry policy in Python", "lang:python");
        check("how does the C++ parser differ from C# and golang?", "lang:cpp lang:csharp lang:go");
        check("worker pool in go", "lang:go");
        check("where does the cursor go", "");
        check("swift code for sessions and yaml files", "lang:swift lang:yaml");
        check("how are errors written in json", "");
    }

    #[test]
    fn kinds_and_contents_are_suggested_by_their_words() {
        check("Classes and the trait of models", "kind:class kind:trait");
        check("classification of types", "");
        check("config files and docs", "type:docs type:config");
        check("where is the config parsed", "");
    }

    #[test]
    fn paths_are_suggested_as_they_are_mentioned() {
        check("timeouts in src/net/ and config.toml", "path:src/net/** path:config.toml");
        check("enum in crates/engine/src", "kind:enum path:crates/engine/src");
    }

    #[test]
    fn every_name_is_that_of_a_language() {
        for (word, name) in LANGUAGES.iter().chain(&OFTEN_NO_LANGUAGE).chain(&FORMATS) {
            assert_eq!(
                filter_words::language(name).map(|language| language.to_string()).as_deref(),
                Ok(*name),
                "{word}"
            );
        }
    }
}
