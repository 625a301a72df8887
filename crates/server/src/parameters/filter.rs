//! Filters as callers write them -> the engine's filter, every word checked.

use quarry_engine::{
    Filter, FilterError, FilterWordError, NamePattern, PathPattern, content_type_by_name, kind_by_name,
    language_by_name,
};
use quarry_source::{ContentType, SymbolKind};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;

use super::ParameterError;

/// What may be a result at all, decided before anything is ranked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct FilterParameters {
    /// Only these languages or dialects: rust, ts, terraform, github-actions.
    lang: Vec<String>,
    /// Only paths that fit a glob, or lie in this directory: src, crates/*/tests, **/*.sql.
    path: Vec<String>,
    /// No paths that fit.
    exclude: Vec<String>,
    /// Only files with these endings.
    ext: Vec<String>,
    /// Only definitions of these kinds.
    #[schemars(schema_with = "kinds")]
    kind: Vec<String>,
    /// Only definitions whose name fits a glob: parse_*.
    name: Vec<String>,
    /// Only code, docs or config.
    #[serde(rename = "type")]
    #[schemars(schema_with = "content_types")]
    content_type: Vec<String>,
}

fn kinds(_: &mut SchemaGenerator) -> Schema {
    words(SymbolKind::ALL.iter().map(|kind| kind.as_str()).collect())
}

fn content_types(_: &mut SchemaGenerator) -> Schema {
    words(ContentType::ALL.iter().map(|content| content.as_str()).collect())
}

/// A list of some of these words.
fn words(known: Vec<&str>) -> Schema {
    json_schema!({ "type": "array", "default": [], "items": { "type": "string", "enum": known } })
}

/// A filter that cannot be applied.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FilterProblem {
    #[error(transparent)]
    Word(#[from] FilterWordError),
    #[error(transparent)]
    Glob(#[from] FilterError),
}

impl From<FilterProblem> for ParameterError {
    fn from(problem: FilterProblem) -> ParameterError {
        let help = match &problem {
            FilterProblem::Word(error) => error.nearest.as_ref().map(|near| format!("did you mean `{near}`?")),
            FilterProblem::Glob(_) => Some("`*` is any name, `**` any directories, `{a,b}` one of both".to_owned()),
        };
        ParameterError { what: problem.to_string(), help }
    }
}

impl FilterParameters {
    pub(crate) fn filter(&self) -> Result<Filter, FilterProblem> {
        let paths = |texts: &[String]| texts.iter().map(|text| PathPattern::new(text)).collect::<Result<Vec<_>, _>>();
        Ok(Filter {
            within: String::new(),
            languages: self.lang.iter().map(|word| language_by_name(word)).collect::<Result<_, _>>()?,
            paths: paths(&self.path)?,
            excluded_paths: paths(&self.exclude)?,
            extensions: self.ext.iter().map(|ending| ending.trim_start_matches('.').to_owned()).collect(),
            content_types: self.content_type.iter().map(|word| content_type_by_name(word)).collect::<Result<_, _>>()?,
            kinds: self.kind.iter().map(|word| kind_by_name(word)).collect::<Result<_, _>>()?,
            names: self.name.iter().map(|text| NamePattern::new(text)).collect::<Result<_, _>>()?,
        })
    }
}
