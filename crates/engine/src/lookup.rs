//! Exact questions, without ranking: where a file defines a name.

use quarry_source::{RepoPath, Span, SymbolKind};

use crate::Searcher;
use crate::error::SearchError;

impl Searcher<'_> {
    /// What the definitions of a name in a file cover, in order; case does not matter. Blocks that only add to a type defined
    /// elsewhere define nothing, and neither does a file that is not indexed.
    pub fn definitions(&self, path: &RepoPath, name: &str) -> Result<Vec<Span>, SearchError> {
        let Some(file) = self.snapshot.file(path.as_str())? else { return Ok(Vec::new()) };
        let symbols = file.catalog.symbols.iter();
        let named = symbols.filter(|symbol| symbol.name.eq_ignore_ascii_case(name));
        Ok(named.filter(|symbol| symbol.kind != SymbolKind::Implementation).map(|symbol| symbol.span).collect())
    }
}
