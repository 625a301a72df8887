//! The map of a repository, as JSON.

use std::path::Path;

use quarry_engine::{MapFile, MapSymbol, RepositoryMap};
use schemars::JsonSchema;
use serde::Serialize;

use super::context::SymbolShape;
use super::milliseconds;

/// The most central files of a repository and their most used definitions.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Map")]
pub struct MapDocument<'a> {
    schema: &'static str,
    /// Top of the repository.
    root: String,
    generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What should be known to the reader.
    pub notices: &'a [String],
    elapsed_ms: f64,
    /// Tokens that the map may take when it is printed as text, and those that it takes.
    budget: usize,
    used: usize,
    /// `o200k` or `chars`.
    tokenizer: &'static str,
    truncated: bool,
    /// Files that could have been shown.
    all_files: usize,
    /// The most central first.
    files: Vec<MapFileShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MapFile")]
struct MapFileShape<'a> {
    path: &'a str,
    /// Share of all importance, by PageRank.
    rank: f64,
    /// Other files that use it.
    users: usize,
    /// In order of lines.
    symbols: Vec<MapSymbolShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MapSymbol")]
struct MapSymbolShape<'a> {
    #[serde(flatten)]
    symbol: SymbolShape<'a>,
    /// How deep it stands in others.
    depth: usize,
    /// Other files that use it.
    users: usize,
}

impl<'a> MapDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(map: &'a RepositoryMap, root: &Path) -> MapDocument<'a> {
        MapDocument {
            schema: "quarry.map.v1",
            root: root.to_string_lossy().into_owned(),
            generation: map.generation,
            fresh: false,
            notices: &[],
            elapsed_ms: milliseconds(map.elapsed),
            budget: map.budget,
            used: map.n_tokens,
            tokenizer: map.tokenizer.as_str(),
            truncated: map.truncated,
            all_files: map.n_files,
            files: map.files.iter().map(MapFileShape::of).collect(),
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
            path: file.path.as_str(),
            rank: file.rank,
            users: file.n_users,
            symbols: file.symbols.iter().map(symbol).collect(),
        }
    }
}
