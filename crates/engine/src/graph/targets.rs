//! What a look-up is about: the definitions of a name, of a line, or a file.

use quarry_source::{RepoPath, Symbol};
use quarry_store::{FileId, ReadError, WHOLE_FILE, folded_hash, name_hash};

use super::modules::dotted;
use super::walk::Node;
use crate::Searcher;
use crate::filter_words::nearest;

/// How many names like the one that is not there are named.
const N_SUGGESTIONS: usize = 3;
/// What may stand between a name and what it stands in.
const SEPARATORS: [char; 5] = ['.', ':', '#', '/', '\\'];

/// What was asked about, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A file of the repository.
    File(RepoPath),
    /// The innermost definition around a line, from 1.
    Line(RepoPath, u32),
    /// Every definition of a name, which may say what it stands in: `send`, `Client.send`, `Client::send`.
    Name(String),
}

impl Asked {
    /// What a word means: a file of the index, `FILE:LINE`, or a name.
    pub fn of(word: &str, searcher: &Searcher<'_>) -> Asked {
        let path = RepoPath::new(word.trim_end_matches('/'));
        if searcher.file_id(&path).is_some() {
            return Asked::File(path);
        }
        if let Some((path, line)) = word.rsplit_once(':')
            && let (path, Ok(line)) = (RepoPath::new(path), line.parse())
            && searcher.file_id(&path).is_some()
        {
            return Asked::Line(path, line);
        }
        Asked::Name(word.to_owned())
    }
}

/// Why there is nothing to answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The index does not hold the file.
    #[error("{path} is not in the index: {why}")]
    NoFile {
        /// Which.
        path: RepoPath,
        /// Why.
        why: Box<str>,
        /// Files of the index with the same name.
        alike: Vec<RepoPath>,
    },
    /// Nothing has that name.
    #[error("nothing is called `{name}`")]
    NoSymbol {
        /// As typed.
        name: String,
        /// Names that are there and look like it.
        alike: Vec<String>,
    },
    /// No definition stands around the line.
    #[error("no definition stands around line {line} of {path}")]
    NoSymbolAt {
        /// The file.
        path: RepoPath,
        /// The line, from 1.
        line: u32,
    },
    /// The index could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl Searcher<'_> {
    /// The nodes of what was asked about, in order of paths and places; never none.
    pub(crate) fn nodes_of(&self, asked: &Asked) -> Result<Vec<Node>, AskError> {
        match asked {
            Asked::File(path) => {
                let file = self.file_id(path).ok_or_else(|| self.no_file(path))?;
                Ok(vec![Node { file, symbol: WHOLE_FILE }])
            }
            Asked::Line(path, line) => self.node_at(path, *line),
            Asked::Name(name) => {
                let nodes = self.nodes_named(name)?;
                if nodes.is_empty() {
                    return Err(AskError::NoSymbol { name: name.clone(), alike: self.names_like(name)? });
                }
                Ok(nodes)
            }
        }
    }

    fn node_at(&self, path: &RepoPath, line: u32) -> Result<Vec<Node>, AskError> {
        let file = self.file_id(path).ok_or_else(|| self.no_file(path))?;
        let record = self.snapshot.record(file).ok_or_else(|| self.no_file(path))?;
        let stored = self.files.get(&self.snapshot, record)?;
        let symbols = stored.iter().flat_map(|stored| stored.catalog.symbols.iter().zip(0u32..));
        let around = symbols.filter(|(symbol, _)| (symbol.span.start_line..=symbol.span.end_line).contains(&line));
        // Symbols stand in order, parents before children.
        let innermost = around.last().map(|(_, symbol)| Node { file, symbol });
        innermost.map(|node| vec![node]).ok_or_else(|| AskError::NoSymbolAt { path: path.clone(), line })
    }

    /// Every definition of a name. If none is written so, those that differ in case and underscores.
    fn nodes_named(&self, asked: &str) -> Result<Vec<Node>, AskError> {
        let name = asked.rsplit(SEPARATORS).next().unwrap_or(asked);
        let owner = asked.strip_suffix(name).unwrap_or_default().trim_end_matches(SEPARATORS);
        let owner = owner.rsplit(SEPARATORS).next().filter(|owner| !owner.is_empty()).map(name_hash);
        let graph = self.graph()?;
        // Modules of some languages have dots in their names.
        let (exact, whole) = (name_hash(name), dotted(asked));
        let of_name = graph.defined(exact).filter(|(_, one)| owner.is_none_or(|owner| one.owner == owner));
        let of_whole = graph.defined(whole).filter(|_| whole != exact);
        let mut nodes: Vec<Node> =
            of_name.chain(of_whole).map(|(file, one)| Node { file, symbol: one.symbol }).collect();
        if nodes.is_empty() {
            nodes = self.nodes_folded(folded_hash(name), owner)?;
        }
        Ok(nodes)
    }

    fn nodes_folded(&self, folded: u32, owner: Option<u32>) -> Result<Vec<Node>, AskError> {
        let graph = self.graph()?;
        let mut nodes = Vec::new();
        for record in &self.manifest().files {
            let profile = self.snapshot.profile(record.id)?;
            let names: Vec<u32> =
                profile.definitions.iter().filter(|one| one.folded == folded).map(|one| one.name).collect();
            let fits = graph.node(record.id).definitions().filter(|one| names.contains(&one.name));
            let fits = fits.filter(|one| owner.is_none_or(|owner| one.owner == owner));
            nodes.extend(fits.map(|one| Node { file: record.id, symbol: one.symbol }));
        }
        Ok(nodes)
    }

    /// Names of the index that look like one that is not there. If only what it stands in is wrong, what it does
    /// stand in.
    fn names_like(&self, asked: &str) -> Result<Vec<String>, AskError> {
        let name = asked.rsplit(SEPARATORS).next().unwrap_or(asked);
        if name != asked {
            let elsewhere = self.nodes_named(name)?;
            if !elsewhere.is_empty() {
                let mut known = self.written_names(&elsewhere, |symbol| &symbol.qualified_name)?;
                known.sort();
                known.dedup();
                let alike = most_alike(asked, known.clone());
                return Ok(if alike.is_empty() { known.into_iter().take(N_SUGGESTIONS).collect() } else { alike });
            }
        }
        let name = name.to_lowercase();
        // Who mistypes a name seldom mistypes its first letter.
        let known = self.snapshot.symbol_names(&name[..name.chars().next().map_or(0, char::len_utf8)])?;
        most_alike(&name, known).into_iter().map(|alike| self.as_written(alike)).collect()
    }

    /// A name that the index knows in lower case, as a source writes it.
    fn as_written(&self, lower: String) -> Result<String, AskError> {
        let nodes = self.nodes_folded(folded_hash(&lower), None)?;
        let written = self.written_names(&nodes, |symbol| &symbol.name)?;
        Ok(written.into_iter().find(|name| name.to_lowercase() == lower).unwrap_or(lower))
    }

    fn written_names(&self, nodes: &[Node], name: impl Fn(&Symbol) -> &str) -> Result<Vec<String>, AskError> {
        let places = nodes.iter().map(|node| self.place(node.file, node.symbol)).collect::<Result<Vec<_>, _>>()?;
        Ok(places.iter().filter_map(|place| place.symbol.as_ref()).map(|symbol| name(symbol).to_owned()).collect())
    }

    /// That a file is not there, and what is known about it. Of a directory that was left out nothing was looked at.
    pub(crate) fn no_file(&self, path: &RepoPath) -> AskError {
        let manifest = self.manifest();
        let is_below = |directory: &RepoPath| {
            path.as_str().strip_prefix(directory.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        let skipped = manifest.skipped.iter().find(|skipped| skipped.path == *path || is_below(&skipped.path));
        let on_disk = self.engine.root.join(path.as_str());
        let why = match skipped {
            Some(skipped) => skipped.detail.clone(),
            None if on_disk.is_dir() => "it is a directory".into(),
            None if on_disk.exists() => "ignore files or `index.include` leave it out, or it is newer".into(),
            None => "there is no such file".into(),
        };
        let same_name = manifest.files.iter().filter(|record| record.path.file_name() == path.file_name());
        AskError::NoFile {
            path: path.clone(),
            why,
            alike: same_name.take(N_SUGGESTIONS).map(|record| record.path.clone()).collect(),
        }
    }

    /// Which file a path is.
    pub(crate) fn file_id(&self, path: &RepoPath) -> Option<FileId> {
        let files = &self.manifest().files;
        files.binary_search_by(|record| record.path.cmp(path)).ok().map(|place| files[place].id)
    }
}

/// The names most like another, best first.
fn most_alike(name: &str, mut known: Vec<String>) -> Vec<String> {
    let mut alike = Vec::new();
    while alike.len() < N_SUGGESTIONS
        && let Some(best) = nearest(name, known.iter().map(String::as_str)).map(str::to_owned)
    {
        known.retain(|other| *other != best);
        alike.push(best);
    }
    alike
}
