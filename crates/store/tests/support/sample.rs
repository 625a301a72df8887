//! Small files for the store's tests, taken apart by rules simple enough to see through.
//!
//! Paragraphs are chunks. A line `class Basket` or `function add {` defines a symbol of that kind; with `{` it runs to
//! the end of the file. The line `/// text` before it is its doc comment. A call is a word before `(`.

use quarry_source::{
    Chunk, ContentType, Health, Import, ImportedName, Language, ParseStatus, Parsed, Reference, ReferenceKind,
    RepoPath, Span, Symbol, SymbolKind,
};
use quarry_store::{
    FieldLengths, FieldWeight, FileId, FileRecord, FileStamp, IndexWriter, KeywordFields, Manifest, QuantisedVector,
    WriterSize,
};

/// Every field counts, the telling ones more.
pub(crate) const FIELDS: KeywordFields = KeywordFields {
    name: FieldWeight { weight: 3.0, b: 0.4 },
    qualified_name: FieldWeight { weight: 0.0, b: 0.4 },
    signature: FieldWeight { weight: 0.0, b: 0.4 },
    docstring: FieldWeight { weight: 1.0, b: 0.6 },
    content: FieldWeight { weight: 1.0, b: 0.75 },
    filename: FieldWeight { weight: 8.0, b: 0.6 },
    file_path: FieldWeight { weight: 2.0, b: 0.4 },
    enclosing: FieldWeight { weight: 1.0, b: 0.4 },
};

/// A shop: each word that the tests ask for stands in one field of one chunk.
pub(crate) const SHOP: [(&str, &str); 5] = [
    (
        "src/cart.rs",
        "/// Collects what is bought.\nclass Basket {\nlet a = 1;\n\nfunction add\nitem total\n\nlet rest = 2;\n",
    ),
    ("src/price.py", "function total_price\nsum(items)\n"),
    ("docs/guide.md", "How the guide explains the total.\n"),
    ("deploy/web.yaml", "apiVersion: v1\nkind: Service\n"),
    ("lib/net/tcp.RS", "struct Socket\nsend(bytes)\n\nfunction send\nsocket item\n"),
];

/// A manifest that is being filled.
pub(crate) struct Filling {
    pub(crate) writer: IndexWriter,
    pub(crate) manifest: Manifest,
}

impl Filling {
    pub(crate) fn open(dir: &std::path::Path, size: WriterSize, manifest: Manifest) -> Filling {
        Filling { writer: IndexWriter::open(dir, &FIELDS, size).expect("a writer"), manifest }
    }

    /// Adds a file, or puts it in the place of the one that the manifest has.
    pub(crate) fn put(&mut self, path: &str, text: &str) {
        let parsed = parsed(path, text);
        let vectors: Vec<_> =
            parsed.chunks.iter().map(|chunk| QuantisedVector::of(&vector(&text[chunk.span.bytes()]))).collect();
        self.put_with(path, text, &vectors);
    }

    /// The same with vectors of one's own.
    pub(crate) fn put_with(&mut self, path: &str, text: &str, vectors: &[Option<QuantisedVector>]) {
        let known = self.manifest.file(path).map(|record| record.id);
        let (mut record, parsed) = file(known.unwrap_or(FileId(self.manifest.next_id)), path, text);
        match known {
            Some(_) => self.remove(path),
            None => self.manifest.next_id += 1,
        }
        self.writer.add_file(&mut record, text.to_owned(), &parsed, vectors).expect("it is added");
        let place = self.manifest.files.partition_point(|other| other.path < record.path);
        self.manifest.files.insert(place, record);
    }

    pub(crate) fn remove(&mut self, path: &str) {
        self.writer.remove_file(&RepoPath::new(path));
        self.manifest.files.retain(|record| record.path.as_str() != path);
    }

    pub(crate) fn commit(&mut self) {
        self.manifest.complete = true;
        self.writer.commit(&mut self.manifest).expect("it is committed");
    }
}

/// A vector that says which words a text has: texts with common words point the same way. A text without words has none.
pub(crate) fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; 24];
    quarry_store::for_each_word(text, |word| {
        let place = word.bytes().fold(0usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        vector[place % 24] += 1.0;
    });
    vector
}

/// A file with this number, as it is added.
pub(crate) fn file(id: FileId, path: &str, text: &str) -> (FileRecord, Parsed) {
    let parsed = parsed(path, text);
    (record(id, path, text, &parsed), parsed)
}

fn record(id: FileId, path: &str, text: &str, parsed: &Parsed) -> FileRecord {
    FileRecord {
        id,
        path: RepoPath::new(path),
        stamp: FileStamp { size: text.len() as u64, modified: 1, changed: 2, inode: 3 },
        hash: [7; 32],
        language: parsed.language.clone(),
        dialect: parsed.dialect.clone(),
        content_type: parsed.content_type,
        health: parsed.health,
        n_lines: text.lines().count() as u32,
        n_chunks: parsed.chunks.len() as u32,
        n_symbols: parsed.symbols.len() as u32,
        embedded: false,
        n_words: FieldLengths::default(),
    }
}

/// Takes a text apart by the rules of this file.
pub(crate) fn parsed(path: &str, text: &str) -> Parsed {
    let symbols = symbols(text);
    let extension = RepoPath::new(path).extension().unwrap_or("text").to_lowercase();
    let (language, content_type) = match extension.as_str() {
        "rs" => ("rust", ContentType::Code),
        "py" => ("python", ContentType::Code),
        "md" => ("markdown", ContentType::Docs),
        "yaml" => ("yaml", ContentType::Config),
        _ => ("text", ContentType::Docs),
    };
    Parsed {
        language: Language::new(language),
        dialect: text.contains("apiVersion").then(|| Language::new("kubernetes")),
        content_type,
        health: Health { status: ParseStatus::Ok, n_errors: 0 },
        chunks: chunks(text, &symbols),
        references: references(text),
        imports: vec![Import {
            path: "std::io".into(),
            alias: "io".into(),
            names: vec![
                ImportedName { name: "Read".into(), local: "Read".into() },
                ImportedName { name: "Write".into(), local: "Out".into() },
            ],
            line: 1,
        }],
        symbols,
    }
}

fn span(text: &str, start: usize, end: usize) -> Span {
    let line = |byte: usize| text[..byte].matches('\n').count() as u32 + 1;
    Span { start: start as u32, end: end as u32, start_line: line(start), end_line: line(end.max(start + 1) - 1) }
}

/// Every line with its first byte.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut start = 0;
    let place = |line: &'_ str| {
        start += line.len();
        start - line.len()
    };
    let starts: Vec<usize> = text.split_inclusive('\n').map(place).collect();
    starts.into_iter().zip(text.lines()).collect()
}

fn symbols(text: &str) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut doc: Option<(usize, &str)> = None;
    for (start, line) in lines(text) {
        if let Some(words) = line.strip_prefix("/// ") {
            doc = Some((start, words));
            continue;
        }
        let (head, runs_on) = line.strip_suffix(" {").map_or((line, false), |head| (head, true));
        let defined = head.split_once(' ').and_then(|(kind, name)| Some((SymbolKind::from_name(kind)?, name)));
        if let Some((kind, name)) = defined {
            let from = doc.map_or(start, |(from, _)| from);
            let end = if runs_on { text.trim_end().len() } else { start + line.len() };
            let parent = symbols.iter().rposition(|outer| outer.span.end as usize >= end).map(|outer| outer as u32);
            symbols.push(Symbol {
                kind,
                name: name.into(),
                qualified_name: name.into(),
                signature: head.into(),
                doc: doc.map_or("", |(_, words)| words).into(),
                span: span(text, from, end),
                name_line: span(text, start, end).start_line,
                parent,
            });
        }
        doc = None;
    }
    symbols
}

fn chunks(text: &str, symbols: &[Symbol]) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut start = 0;
    for paragraph in text.split("\n\n") {
        let end = start + paragraph.trim_end().len();
        if end > start {
            let at = |byte: usize| symbols.partition_point(|symbol| (symbol.span.start as usize) < byte) as u32;
            let runs = |symbol: &Symbol| (symbol.span.start as usize) < start && symbol.span.end as usize > start;
            let running = symbols.iter().zip(0..).filter(|(symbol, _)| runs(symbol)).map(|(_, index)| index);
            chunks.push(Chunk {
                span: span(text, start, end),
                symbols: at(start)..at(end),
                enclosing: running.collect(),
                block_type: text.contains("kind:").then(|| "Service".into()),
                hierarchy: text.contains("kind:").then(|| "spec.žluť".into()),
            });
        }
        start += paragraph.len() + 2;
    }
    chunks
}

fn references(text: &str) -> Vec<Reference> {
    let call = |(at, _): (usize, &str)| {
        let start = text[..at].rfind(|letter: char| !letter.is_alphanumeric()).map_or(0, |before| before + 1);
        let line = span(text, start, at).start_line;
        let name = text[start..at].into();
        Reference {
            kind: ReferenceKind::Call,
            name,
            qualifier: "self".into(),
            bound: "".into(),
            start: start as u32,
            line,
        }
    };
    text.match_indices('(').map(call).collect()
}
