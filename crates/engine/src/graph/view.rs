//! Edges with paths, names and lines in place of numbers.

use quarry_source::{Confidence, EdgeKind, Language, RepoPath, Symbol};
use quarry_store::{EdgeSite, FileId, Graph, NO_TARGET, ReadError, WHOLE_FILE};

use crate::Searcher;

/// A definition, or a whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its file.
    pub path: RepoPath,
    /// What the file is written in.
    pub language: Language,
    /// The definition; `None` for the file as a whole.
    pub symbol: Option<Symbol>,
}

/// How one place uses another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// What sort of use.
    pub kind: EdgeKind,
    /// How sure it is.
    pub confidence: Confidence,
    /// How many definitions it may lead to.
    pub n_candidates: u32,
    /// Where it stands.
    pub from: Place,
    /// The line of the use in that file, from 1.
    pub line: u32,
    /// Where it leads; `None` if too many definitions could be meant.
    pub to: Option<Place>,
}

/// How much the code graph holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSize {
    /// Definitions of all files.
    pub n_definitions: usize,
    /// Uses of them, imports among these.
    pub n_edges: usize,
    /// Edges that sources themselves tell.
    pub n_sure: usize,
}

impl Searcher<'_> {
    /// The code graph of this generation; made on first use, if no process made it before.
    pub(crate) fn graph(&self) -> Result<&Graph, ReadError> {
        if let Some(graph) = self.graph.get() {
            return Ok(graph);
        }
        let graph = super::up_to_date(&self.snapshot, self.engine.settings.index.n_threads())?;
        Ok(self.graph.get_or_init(|| graph))
    }

    /// How large the code graph is. Makes it, if no process made it before.
    pub fn graph_size(&self) -> Result<GraphSize, ReadError> {
        let graph = self.graph()?;
        let mut size = GraphSize::default();
        for file in (0..graph.n_files() as u32).map(FileId) {
            let node = graph.node(file);
            size.n_definitions += node.definitions().len();
            size.n_edges += node.n_edges();
            size.n_sure += node.edges().filter(|edge| edge.confidence.is_sure()).count();
        }
        Ok(size)
    }

    /// What the lines of a file use. None for a file that is not indexed.
    pub fn uses_in(&self, path: &RepoPath) -> Result<Vec<Relation>, ReadError> {
        let Some(file) = self.file_id(path) else { return Ok(Vec::new()) };
        let edges = self.graph()?.node(file).edges();
        edges.map(|edge| self.relation(EdgeSite { file, edge })).collect()
    }

    /// An edge with its ends.
    pub(crate) fn relation(&self, site: EdgeSite) -> Result<Relation, ReadError> {
        let EdgeSite { file, edge } = site;
        let to = match edge.file {
            NO_TARGET => None,
            target => {
                let definition = self.graph()?.node(target).target_of(&edge);
                Some(self.place(target, definition.map_or(WHOLE_FILE, |one| one.symbol))?)
            }
        };
        Ok(Relation {
            kind: edge.kind,
            confidence: edge.confidence,
            n_candidates: edge.n_candidates.into(),
            from: self.place(file, edge.from)?,
            line: edge.line,
            to,
        })
    }

    /// A symbol of a file by its number.
    pub(crate) fn place(&self, file: FileId, symbol: u32) -> Result<Place, ReadError> {
        let record = self.snapshot.record(file);
        let path = record.map_or_else(|| RepoPath::new(""), |record| record.path.clone());
        let language = record.map_or_else(|| Language::new(""), |record| record.language.clone());
        let symbol = match (symbol, record) {
            (WHOLE_FILE, _) | (_, None) => None,
            (symbol, Some(record)) => {
                let stored = self.files.get(&self.snapshot, record)?;
                stored.and_then(|stored| stored.catalog.symbols.get(symbol as usize).cloned())
            }
        };
        Ok(Place { path, language, symbol })
    }
}
