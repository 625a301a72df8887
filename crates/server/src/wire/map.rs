//! The map of a repository, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::{MapFile, MapSymbol, RepositoryMap};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;
use super::search::SymbolShape;

/// The most central files of a repository and their most used definitions.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Map")]
pub struct MapDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// Top of the repository.
    pub root: String,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
    /// Tokens that the map may take when it is printed as text, and those that it takes.
    pub budget: usize,
    /// What it takes.
    pub used: usize,
    /// `o200k` or `chars`.
    pub tokenizer: Cow<'static, str>,
    /// Whether something was left out for want of room.
    pub truncated: bool,
    /// Files that could have been shown.
    pub all_files: usize,
    /// The most central first.
    pub files: Vec<MapFileShape<'a>>,
    /// Where that was asked: all of it laid out as one text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
}

/// A file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MapFile")]
pub struct MapFileShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Share of all importance, by PageRank.
    pub rank: f64,
    /// Other files that use it.
    pub users: usize,
    /// In order of lines.
    pub symbols: Vec<MapSymbolShape<'a>>,
}

/// A definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MapSymbol")]
pub struct MapSymbolShape<'a> {
    /// The definition it belongs to.
    #[serde(flatten)]
    pub symbol: SymbolShape<'a>,
    /// How deep it stands in others.
    pub depth: usize,
    /// Other files that use it.
    pub users: usize,
}

impl<'a> MapDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(map: &'a RepositoryMap, root: &Path) -> MapDocument<'a> {
        MapDocument {
            schema: "quarry.map.v1".into(),
            root: root.to_string_lossy().into_owned(),
            generation: map.generation,
            fresh: false,
            notices: Cow::Borrowed(&[]),
            elapsed_ms: milliseconds(map.elapsed),
            budget: map.budget,
            used: map.n_tokens,
            tokenizer: map.tokenizer.as_str().into(),
            truncated: map.truncated,
            all_files: map.n_files,
            files: map.files.iter().map(MapFileShape::of).collect(),
            text: None,
        }
    }
}

impl<'a> MapFileShape<'a> {
    fn of(file: &'a MapFile) -> MapFileShape<'a> {
        let symbol = |one: &'a MapSymbol| MapSymbolShape {
            symbol: SymbolShape::of(&one.symbol),
            depth: one.depth,
            users: one.n_users,
        };
        MapFileShape {
            path: file.path.as_str().into(),
            rank: file.rank,
            users: file.n_users,
            symbols: file.symbols.iter().map(symbol).collect(),
        }
    }
}
