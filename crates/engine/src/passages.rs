//! A parsed file -> what a model embeds of each of its chunks.

use quarry_models::Passage;
use quarry_source::{Chunk, RepoPath, Symbol, SymbolKind};

/// Definitions named on a file's card.
const CARD_NAMES: usize = 200;
/// Bytes of what stands above the first definition.
const CARD_HEAD_BYTES: usize = 600;
/// Bytes of a type's doc comment, and of all of them.
const CARD_DOC_BYTES: usize = 200;
const CARD_DOCS_BYTES: usize = 1500;

/// What the passages of one file borrow from.
pub(crate) struct FilePassages<'a> {
    path: &'a RepoPath,
    text: &'a str,
    chunks: &'a [Chunk],
    enclosing: Vec<String>,
    card: String,
}

impl<'a> FilePassages<'a> {
    pub(crate) fn new(path: &'a RepoPath, text: &'a str, chunks: &'a [Chunk], symbols: &'a [Symbol]) -> Self {
        let enclosing = chunks.iter().map(|chunk| enclosing(chunk, symbols)).collect();
        FilePassages { path, text, chunks, enclosing, card: card(text, symbols) }
    }

    /// One passage per chunk, in order.
    pub(crate) fn all(&self) -> Vec<Passage<'_>> {
        let chunks = self.chunks.iter().zip(&self.enclosing);
        chunks
            .map(|(chunk, enclosing)| Passage {
                path: self.path.as_str(),
                enclosing,
                card: &self.card,
                body: &self.text[chunk.span.bytes()],
            })
            .collect()
    }
}

/// Names of the definitions that began earlier. Those that begin in the chunk are in its body: to count them once more
/// measured worse (.846 against .848, symbol questions .861 against .887).
pub(crate) fn enclosing(chunk: &Chunk, symbols: &[Symbol]) -> String {
    let names = chunk.enclosing.iter().filter_map(|&index| symbols.get(index as usize));
    names.map(|symbol| &*symbol.name).collect::<Vec<_>>().join(" ")
}

/// What the whole file is about: what it says first, what it defines, what its types say of themselves.
fn card(text: &str, symbols: &[Symbol]) -> String {
    let above = symbols.first().map_or(text.len(), |symbol| symbol.span.start as usize);
    let head = &text[..text.floor_char_boundary(above.min(CARD_HEAD_BYTES))];
    let mut card = String::new();
    // Every file of a project has the same licence above it.
    for line in head.lines().filter(|line| !speaks_of_rights(line)) {
        card.push_str(line);
        card.push('\n');
    }
    let defined = symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Field);
    for symbol in defined.take(CARD_NAMES) {
        card.push_str(&symbol.name);
        card.push(' ');
    }
    let mut n_bytes = 0;
    for symbol in symbols.iter().filter(|symbol| symbol.kind.holds_methods() && !symbol.doc.is_empty()) {
        let doc = &symbol.doc[..symbol.doc.floor_char_boundary(CARD_DOC_BYTES)];
        n_bytes += doc.len();
        if n_bytes > CARD_DOCS_BYTES {
            break;
        }
        card.push_str(doc);
        card.push('\n');
    }
    card
}

fn speaks_of_rights(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    ["copyright", "licens", "spdx", "warranties", "all rights"].iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::FilePassages;
    use expect_test::expect;
    use quarry_parse::{ChunkSize, Languages};
    use quarry_source::RepoPath;

    #[test]
    fn a_passage_carries_what_stands_around_its_chunk() {
        let text = "# Copyright nobody\n# Sends requests.\n\nclass Client:\n    \"\"\"Keeps connections.\"\"\"\n\n    def send(self):\n        pass\n";
        let path = RepoPath::new("net/client.py");
        let size = ChunkSize { max_bytes: 60, overlap_bytes: 0 };
        let parsed = quarry_parse::parse(&Languages::default(), &path, text, size);
        let file = FilePassages::new(&path, text, &parsed.chunks, &parsed.symbols);
        let passages = file.all();
        let last = passages.last().unwrap();
        expect![["# Sends requests.\n\nClient send Keeps connections.\n"]].assert_eq(last.card);
        assert_eq!((last.path, last.enclosing), ("net/client.py", "Client send"));
        assert_eq!(last.body.trim(), "pass");
        assert_eq!(passages.len(), parsed.chunks.len());
    }
}
