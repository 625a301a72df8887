//! The catalog of one file (chunks, symbols, references, imports) <-> bytes, stored beside the file's text.
//!
//! Sorted things are stored as differences, names of references once per file: a catalog takes about a fifth of its
//! file's size before compression.

use std::sync::OnceLock;

use quarry_source::{Chunk, Import, ImportedName, Parsed, Reference, ReferenceKind, Span, Symbol, SymbolKind};
use rustc_hash::FxHashMap;

use super::bytes::{ByteReader, ByteWriter};

/// What one file holds, as parsed when it was indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// In order; the position is the chunk's ordinal.
    pub chunks: Vec<Chunk>,
    /// In order of their first byte, parents before children.
    pub symbols: Vec<Symbol>,
}

/// What one file uses, as parsed when it was indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// In order of their first byte.
    pub references: Vec<Reference>,
    /// In order of their line.
    pub imports: Vec<Import>,
}

/// The same as bytes, read when it is first asked for: it is most of a catalog, and no search looks at it.
#[derive(Clone, Debug)]
pub(super) struct StoredUses {
    /// Of the file, for whoever has to be told that they are damaged.
    path: Box<str>,
    bytes: Box<[u8]>,
    read: OnceLock<Option<Uses>>,
}

impl StoredUses {
    /// `None` if the bytes are damaged.
    pub(super) fn get(&self) -> Option<&Uses> {
        self.read.get_or_init(|| read_uses(&self.bytes)).as_ref()
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

impl From<Uses> for StoredUses {
    fn from(uses: Uses) -> Self {
        StoredUses { path: Box::default(), bytes: Box::default(), read: OnceLock::from(Some(uses)) }
    }
}

pub(super) fn encode(parsed: &Parsed) -> Vec<u8> {
    let mut writer = ByteWriter::default();
    writer.list(&parsed.chunks, |writer, chunk| {
        write_span(writer, &chunk.span);
        writer.number(chunk.symbols.start.into());
        writer.number((chunk.symbols.end - chunk.symbols.start).into());
        writer.list(&chunk.enclosing, |writer, index| writer.number((*index).into()));
        writer.text(chunk.block_type.as_deref().unwrap_or_default());
        writer.text(chunk.hierarchy.as_deref().unwrap_or_default());
    });
    writer.list(&parsed.symbols, |writer, symbol| {
        writer.number(symbol.kind as u64);
        writer.text(&symbol.name);
        writer.text(&symbol.qualified_name);
        writer.text(&symbol.signature);
        writer.text(&symbol.doc);
        write_span(writer, &symbol.span);
        writer.number((symbol.name_line - symbol.span.start_line).into());
        writer.number(symbol.parent.map_or(0, |parent| u64::from(parent) + 1));
    });
    write_references(&mut writer, &parsed.references);
    writer.list(&parsed.imports, |writer, import| {
        writer.text(&import.path);
        writer.text(&import.alias);
        writer.list(&import.names, |writer, taken| {
            writer.text(&taken.name);
            // Most names keep theirs.
            writer.text(if taken.local == taken.name { "" } else { &taken.local });
        });
        writer.number(import.line.into());
    });
    writer.0
}

pub(super) fn decode(path: &str, bytes: &[u8]) -> Option<(Catalog, StoredUses)> {
    let mut reader = ByteReader(bytes);
    let catalog = read_catalog(&mut reader)?;
    Some((catalog, StoredUses { path: path.into(), bytes: reader.0.into(), read: OnceLock::new() }))
}

/// All of it at once.
pub(super) fn decode_all(bytes: &[u8]) -> Option<(Catalog, Uses)> {
    let mut reader = ByteReader(bytes);
    Some((read_catalog(&mut reader)?, read_uses(reader.0)?))
}

fn read_catalog(reader: &mut ByteReader<'_>) -> Option<Catalog> {
    Some(Catalog { chunks: reader.list(read_chunk)?, symbols: reader.list(read_symbol)? })
}

/// One chunk, if there is one of that number, and the symbol that it is known by.
#[expect(clippy::option_option, reason = "damaged, not there, there")]
pub(super) fn decode_chunk(bytes: &[u8], ordinal: u32) -> Option<Option<(Chunk, Option<Symbol>)>> {
    let mut reader = ByteReader(bytes);
    let Some(n_behind) = reader.number()?.checked_sub(u64::from(ordinal) + 1) else { return Some(None) };
    (0..ordinal).try_for_each(|_| skip_chunk(&mut reader))?;
    let chunk = read_chunk(&mut reader)?;
    (0..n_behind).try_for_each(|_| skip_chunk(&mut reader))?;
    let n_symbols = reader.number()?;
    let Some(symbol) = chunk.symbol().filter(|symbol| u64::from(*symbol) < n_symbols) else {
        return Some(Some((chunk, None)));
    };
    (0..symbol).try_for_each(|_| skip_symbol(&mut reader))?;
    Some(Some((chunk, Some(read_symbol(&mut reader)?))))
}

fn read_uses(bytes: &[u8]) -> Option<Uses> {
    let mut reader = ByteReader(bytes);
    let references = read_references(&mut reader)?;
    let imports = reader.list(|reader| {
        Some(Import {
            path: reader.text()?.into(),
            alias: reader.text()?.into(),
            names: reader.list(|reader| {
                let (name, local) = (reader.text()?, reader.text()?);
                Some(ImportedName { name: name.into(), local: if local.is_empty() { name } else { local }.into() })
            })?,
            line: reader.small()?,
        })
    })?;
    reader.0.is_empty().then_some(Uses { references, imports })
}

fn write_span(writer: &mut ByteWriter, span: &Span) {
    writer.number(span.start.into());
    writer.number((span.end - span.start).into());
    writer.number(span.start_line.into());
    writer.number((span.end_line - span.start_line).into());
}

fn read_span(reader: &mut ByteReader<'_>) -> Option<Span> {
    let start = reader.small()?;
    let end = start.checked_add(reader.small()?)?;
    let start_line = reader.small()?;
    Some(Span { start, end, start_line, end_line: start_line.checked_add(reader.small()?)? })
}

fn read_chunk(reader: &mut ByteReader<'_>) -> Option<Chunk> {
    let span = read_span(reader)?;
    let first = reader.small()?;
    let some = |text: &str| (!text.is_empty()).then(|| text.into());
    Some(Chunk {
        span,
        symbols: first..first.checked_add(reader.small()?)?,
        enclosing: reader.list(ByteReader::small)?,
        block_type: some(reader.text()?),
        hierarchy: some(reader.text()?),
    })
}

/// Span, first symbol and how many; those around it; two texts.
fn skip_chunk(reader: &mut ByteReader<'_>) -> Option<()> {
    reader.skip_numbers(4 + 2)?;
    let n_enclosing = reader.number()?;
    reader.skip_numbers(n_enclosing)?;
    reader.skip_text()?;
    reader.skip_text()
}

fn read_symbol(reader: &mut ByteReader<'_>) -> Option<Symbol> {
    let kind = *SymbolKind::ALL.get(reader.number()? as usize)?;
    let name = reader.text()?.into();
    let qualified_name = reader.text()?.into();
    let signature = reader.text()?.into();
    let doc = reader.text()?.into();
    let span = read_span(reader)?;
    let name_line = span.start_line.checked_add(reader.small()?)?;
    let parent = reader.small()?.checked_sub(1);
    Some(Symbol { kind, name, qualified_name, signature, doc, span, name_line, parent })
}

/// Its kind; four texts; span, line of the name, parent.
fn skip_symbol(reader: &mut ByteReader<'_>) -> Option<()> {
    reader.number()?;
    (0..4).try_for_each(|_| reader.skip_text())?;
    reader.skip_numbers(4 + 2)
}

fn write_references<'a>(writer: &mut ByteWriter, references: &'a [Reference]) {
    let mut numbers: FxHashMap<&'a str, u64> = FxHashMap::default();
    let mut names: Vec<&str> = Vec::new();
    let mut number_of_empty = None;
    let mut number_of = |name: &'a str| {
        let new = || {
            names.push(name);
            names.len() as u64 - 1
        };
        // Most references have neither a qualifier nor a name that they are bound to, and that is not looked for.
        if name.is_empty() {
            *number_of_empty.get_or_insert_with(new)
        } else {
            *numbers.entry(name).or_insert_with(new)
        }
    };
    let numbered: Vec<_> =
        references.iter().map(|reference| (reference, texts(reference).map(&mut number_of))).collect();
    writer.list(&names, |writer, name| writer.text(name));
    let (mut start, mut line) = (0, 0);
    writer.list(&numbered, |writer, (reference, texts)| {
        texts.iter().for_each(|text| writer.number(*text));
        writer.number(reference.kind as u64);
        writer.number((reference.start - start).into());
        writer.number((reference.line - line).into());
        (start, line) = (reference.start, reference.line);
    });
}

fn texts(reference: &Reference) -> [&str; 3] {
    [&reference.name, &reference.qualifier, &reference.bound]
}

fn read_references(reader: &mut ByteReader<'_>) -> Option<Vec<Reference>> {
    let names = reader.list(ByteReader::text)?;
    let (mut start, mut line) = (0u32, 0u32);
    reader.list(|reader| {
        let mut text = || names.get(reader.number()? as usize).map(|text| Box::from(*text));
        let (name, qualifier, bound) = (text()?, text()?, text()?);
        let kind = *ReferenceKind::ALL.get(reader.number()? as usize)?;
        start = start.checked_add(reader.small()?)?;
        line = line.checked_add(reader.small()?)?;
        Some(Reference { kind, name, qualifier, bound, start, line })
    })
}
