//! The map of a repository: its most central files and their most used definitions, inside a budget of tokens.
//!
//! ```text
//! file edges ─> PageRank ─> what flows into each definition ─> the most that fit ─> by file, in order of lines
//! ```

mod weights;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quarry_source::{RepoPath, Symbol};
use quarry_store::{FileRecord, Filter, ReadError};

use crate::Searcher;
use crate::error::SearchError;
use crate::search::HitSymbol;
use crate::tokens::Tokenizer;
use weights::{Flow, Target};

/// What shall be on the map.
#[derive(Clone, Debug, Default)]
pub struct MapRequest {
    /// Which files may be shown; all are ranked.
    pub filter: Filter,
    /// Tokens; `None` takes the setting.
    pub budget: Option<usize>,
}

/// A repository on a page.
#[derive(Clone, Debug)]
pub struct RepositoryMap {
    /// The files with their signatures, indented by what they stand in; never more tokens than asked for.
    pub text: String,
    /// Tokens of `text`.
    pub n_tokens: usize,
    /// What there was to spend.
    pub budget: usize,
    /// What a token is.
    pub tokenizer: Tokenizer,
    /// The most central first.
    pub files: Vec<MapFile>,
    /// Files that could have been shown.
    pub n_files: usize,
    /// Whether something was left out for want of room.
    pub truncated: bool,
    /// The generation that was asked.
    pub generation: u64,
    /// How long it took, without bringing the index up to date.
    pub elapsed: Duration,
}

/// A file of the map.
#[derive(Clone, Debug)]
pub struct MapFile {
    /// Where it is.
    pub path: RepoPath,
    /// Its share of all importance; all files together have 1.
    pub rank: f64,
    /// Other files that use it.
    pub n_users: usize,
    /// In order of lines; those that others stand in are there for them.
    pub symbols: Vec<MapSymbol>,
}

/// A definition of the map.
#[derive(Clone, Debug)]
pub struct MapSymbol {
    /// What it is.
    pub symbol: HitSymbol,
    /// How deep it stands in others of the map.
    pub depth: usize,
    /// Other files that use it.
    pub n_users: usize,
}

impl Searcher<'_> {
    /// The most central files and their most used definitions.
    pub fn map(&self, request: &MapRequest) -> Result<RepositoryMap, SearchError> {
        let start = Instant::now();
        let context = &self.engine.settings.context;
        let budget = request.budget.unwrap_or(context.map_tokens);
        let tokenizer = context.tokenizer;
        let flow = Flow::of(self)?;
        let wanted = |file: usize| request.filter.wants_file(&self.manifest().files[file]);
        let items = flow.items(wanted);
        let most = most_that_fit(items.len(), |n_items| {
            Ok(tokenizer.count(&text(&self.map_files(&flow, &items[..n_items])?)) <= budget)
        })?;
        let files = self.map_files(&flow, &items[..most])?;
        let text = text(&files);
        Ok(RepositoryMap {
            n_tokens: tokenizer.count(&text),
            text,
            budget,
            tokenizer,
            files,
            n_files: (0..self.manifest().files.len()).filter(|file| wanted(*file)).count(),
            truncated: most < items.len(),
            generation: self.manifest().generation,
            elapsed: start.elapsed(),
        })
    }

    /// The files of some items, the most central first.
    fn map_files(&self, flow: &Flow, items: &[Target]) -> Result<Vec<MapFile>, ReadError> {
        let mut by_file: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for item in items {
            by_file.entry(item.file).or_default().extend(item.symbol);
        }
        let mut files = Vec::new();
        for (file, chosen) in by_file {
            let record = &self.manifest().files[file];
            let symbols =
                self.map_symbols(record, &chosen, |place| flow.n_users(Target { file, symbol: Some(place) }))?;
            let (rank, n_users) = (flow.ranks[file], flow.n_users(Target { file, symbol: None }));
            files.push(MapFile { path: record.path.clone(), rank, n_users, symbols });
        }
        files.sort_by(|a, b| b.rank.total_cmp(&a.rank).then_with(|| a.path.cmp(&b.path)));
        Ok(files)
    }

    /// Definitions of a file with those they stand in, in order.
    fn map_symbols(
        &self,
        record: &FileRecord,
        chosen: &[u32],
        n_users: impl Fn(u32) -> usize,
    ) -> Result<Vec<MapSymbol>, ReadError> {
        let Some(stored) = self.files.get(&self.snapshot, record)? else { return Ok(Vec::new()) };
        let all = &stored.catalog.symbols;
        let parent = |place: &u32| all.get(*place as usize).and_then(|symbol: &Symbol| symbol.parent);
        let mut places: Vec<u32> =
            chosen.iter().flat_map(|place| std::iter::successors(Some(*place), parent)).collect();
        places.sort_unstable();
        places.dedup();
        let shown = places.into_iter().filter_map(|place| Some((place, all.get(place as usize)?)));
        let shown = shown.map(|(place, symbol)| MapSymbol {
            symbol: HitSymbol::of(symbol),
            depth: std::iter::successors(parent(&place), parent).count(),
            n_users: n_users(place),
        });
        Ok(shown.collect())
    }
}

/// The largest number up to `n_all` that fits; what fits grows with the number.
fn most_that_fit(n_all: usize, fits: impl Fn(usize) -> Result<bool, ReadError>) -> Result<usize, ReadError> {
    let (mut fitting, mut too_many) = (0, 1);
    while too_many <= n_all && fits(too_many)? {
        (fitting, too_many) = (too_many, too_many * 2);
    }
    too_many = too_many.min(n_all + 1);
    while fitting + 1 < too_many {
        let middle = (fitting + too_many) / 2;
        match fits(middle)? {
            true => fitting = middle,
            false => too_many = middle,
        }
    }
    Ok(fitting)
}

/// Paths with their signatures below them.
fn text(files: &[MapFile]) -> String {
    let mut text = String::new();
    for file in files {
        text.push_str(&format!("{}\n", plain(file.path.as_str())));
        for MapSymbol { symbol, depth, .. } in &file.symbols {
            text.push_str(&format!("{}{}\n", "  ".repeat(depth + 1), plain(&symbol.signature)));
        }
    }
    text
}

/// On one line, whatever it is made of.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::most_that_fit;

    #[test]
    fn the_largest_number_that_fits_is_found() {
        for n_all in [0, 1, 2, 7, 100] {
            for limit in [0, 1, 3, 50, 100, 1000] {
                let most = most_that_fit(n_all, |n_items| Ok(n_items <= limit)).unwrap();
                assert_eq!(most, n_all.min(limit), "{n_all} items, {limit} fit");
            }
        }
    }
}
