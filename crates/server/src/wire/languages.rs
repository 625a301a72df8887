//! The languages that are understood, as JSON.

use quarry_engine::{LanguageInfo, Languages};
use schemars::JsonSchema;
use serde::Serialize;

/// The languages that are understood, and the dialects of infrastructure files.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Languages")]
pub struct LanguagesDocument<'a> {
    schema: &'static str,
    languages: Vec<LanguageShape<'a>>,
    dialects: Vec<&'a str>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Language")]
struct LanguageShape<'a> {
    name: &'a str,
    aliases: &'a [String],
    extensions: &'a [String],
    file_names: &'a [String],
    content_type: &'static str,
    /// Whether it is cut along its syntax; otherwise along lines.
    grammar: bool,
}

impl<'a> LanguagesDocument<'a> {
    /// All of a table of languages.
    pub fn of(languages: &'a Languages) -> LanguagesDocument<'a> {
        let shape = |info: &'a LanguageInfo| LanguageShape {
            name: info.language.as_str(),
            aliases: &info.aliases,
            extensions: &info.extensions,
            file_names: &info.file_names,
            content_type: info.content_type.as_str(),
            grammar: info.has_grammar(),
        };
        LanguagesDocument {
            schema: "quarry.languages.v1",
            languages: languages.iter().map(shape).collect(),
            dialects: languages.dialect_names(),
        }
    }
}
