//! Entries in YAML, put in and taken out as text, at places that the parser's events name.
//!
//! A new entry stands first below its key, so that no comment of another one comes to stand before it.

use std::iter::Peekable;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::{EmptyKey, Fields, NAME, Unreadable, Value, newline};

/// How far an entry is indented that has no neighbour.
const INDENT: usize = 2;

/// A mapping or scalar of the file, as far as editing needs to know it.
#[derive(Debug)]
struct Node {
    start: Place,
    /// The end of the last thing inside, or of the closing brace.
    end: Place,
    texts: Vec<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Scalar { is_null: bool },
    Mapping { is_flow: bool, entries: Vec<(String, Place, Node)> },
    Other,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    byte: usize,
    /// In characters.
    column: usize,
}

pub(super) fn find(text: &str, key: &str) -> Result<Option<Vec<String>>, Unreadable> {
    let root = parsed(text)?;
    let servers = root.as_ref().and_then(|root| root.entry(key));
    Ok(servers.and_then(|(_, servers)| servers.entry(NAME)).map(|(_, entry)| entry.texts.clone()))
}

pub(super) fn has_key(text: &str, key: &str) -> Result<bool, Unreadable> {
    Ok(parsed(text)?.is_some_and(|root| root.entry(key).is_some()))
}

pub(super) fn add(text: &str, key: &str, fields: &Fields) -> Result<String, Unreadable> {
    let Some(root) = parsed(text)? else { return Ok(below_all(text, text.len(), 0, key, fields)) };
    let Kind::Mapping { is_flow, .. } = &root.kind else {
        return Err(Unreadable { line: Some(1), what: "is not a YAML mapping".to_owned() });
    };
    let Some((place, servers)) = root.entry(key) else {
        return Ok(match is_flow {
            true => in_flow(text, &root, &format!("{key}: {{{}}}", on_one_line(fields))),
            false => below_all(text, root.line_after(text), root.start.column, key, fields),
        });
    };
    match &servers.kind {
        Kind::Mapping { is_flow: true, .. } => Ok(in_flow(text, servers, &on_one_line(fields))),
        Kind::Mapping { is_flow: false, .. } => Ok(below_line(text, place, servers.start.column, fields)),
        Kind::Scalar { is_null: true } if servers.start.byte == servers.end.byte => {
            Ok(below_line(text, place, place.column + INDENT, fields))
        }
        Kind::Scalar { is_null: true } => {
            let (before, after) = (&text[..servers.start.byte], &text[servers.end.byte..]);
            Ok(format!("{before}{{{}}}{after}", on_one_line(fields)))
        }
        _ => Err(Unreadable { line: None, what: format!("`{key}` is not a YAML mapping") }),
    }
}

pub(super) fn remove(text: &str, key: &str, empty_key: EmptyKey) -> Result<String, Unreadable> {
    let root = parsed(text)?;
    let Some((key_place, servers)) = root.as_ref().and_then(|root| root.entry(key)) else { return Ok(text.to_owned()) };
    let Kind::Mapping { is_flow, entries } = &servers.kind else { return Ok(text.to_owned()) };
    let Some(index) = entries.iter().position(|(name, ..)| name == NAME) else { return Ok(text.to_owned()) };
    let (_, place, entry) = &entries[index];
    let (from, to) = match (is_flow, entries.len()) {
        (false, 1) if empty_key == EmptyKey::Goes => (line_start(text, key_place.byte), entry.line_after(text)),
        (false, _) => (line_start(text, place.byte), entry.line_after(text)),
        (true, _) => match (entries.get(index + 1), index.checked_sub(1).map(|before| &entries[before])) {
            (Some((_, next, _)), _) => (place.byte, next.byte),
            (None, Some((_, _, before))) => (before.end.byte, entry.end.byte),
            (None, None) => (place.byte, entry.end.byte),
        },
    };
    Ok(format!("{}{}", &text[..from], &text[to..]))
}

impl Node {
    fn entry(&self, wanted: &str) -> Option<(Place, &Node)> {
        let Kind::Mapping { entries, .. } = &self.kind else { return None };
        entries.iter().find(|(name, ..)| name == wanted).map(|(_, place, node)| (*place, node))
    }

    /// The byte after the line on which it ends.
    fn line_after(&self, text: &str) -> usize {
        // A block of text ends where the next thing begins.
        let is_block = text[..self.end.byte].ends_with('\n');
        if is_block { self.end.byte } else { line_end(text, self.end.byte) }
    }
}

fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, byte: usize) -> usize {
    text[byte..].find('\n').map_or(text.len(), |newline| byte + newline + 1)
}

/// A key with its entry, below everything else.
fn below_all(text: &str, at: usize, column: usize, key: &str, fields: &Fields) -> String {
    let newline = newline(text);
    let missing = if at == 0 || text[..at].ends_with('\n') { "" } else { newline };
    let indent = " ".repeat(column);
    let entry = on_lines(fields, column + INDENT, INDENT, newline);
    format!("{}{missing}{indent}{key}:{newline}{entry}{}", &text[..at], &text[at..])
}

/// The entry below the line of its key.
fn below_line(text: &str, key: Place, column: usize, fields: &Fields) -> String {
    let newline = newline(text);
    let at = line_end(text, key.byte);
    let missing = if text[..at].ends_with('\n') { "" } else { newline };
    let entry = on_lines(fields, column, column.saturating_sub(key.column).max(1), newline);
    format!("{}{missing}{entry}{}", &text[..at], &text[at..])
}

/// The entry inside of braces, before what stands there.
fn in_flow(text: &str, mapping: &Node, entry: &str) -> String {
    let Kind::Mapping { entries, .. } = &mapping.kind else { return text.to_owned() };
    let at = mapping.start.byte + 1;
    let comma = if entries.is_empty() { "" } else { ", " };
    format!("{}{entry}{comma}{}", &text[..at], &text[at..])
}

fn on_lines(fields: &Fields, column: usize, step: usize, newline: &str) -> String {
    let (outer, inner) = (" ".repeat(column), " ".repeat(column + step));
    let mut lines = format!("{outer}{NAME}:{newline}");
    for (name, value) in fields {
        match value {
            Value::List(texts) => {
                lines.push_str(&format!("{inner}{name}:{newline}"));
                lines.extend(texts.iter().map(|text| format!("{inner}- {}{newline}", scalar(text))));
            }
            value => lines.push_str(&format!("{inner}{name}: {}{newline}", in_line(value))),
        }
    }
    lines
}

fn on_one_line(fields: &Fields) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}: {}", in_line(value))).collect();
    format!("{NAME}: {{{}}}", fields.join(", "))
}

fn in_line(value: &Value) -> String {
    match value {
        Value::Text(text) => scalar(text),
        Value::List(texts) => format!("[{}]", texts.iter().map(|text| scalar(text)).collect::<Vec<_>>().join(", ")),
        Value::Switch(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
    }
}

/// A text in quotes, unless it is one that no reader takes for anything else.
fn scalar(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._- ".contains(letter);
    let begins_well = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
    let means_itself = !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&text);
    match begins_well && means_itself && text.chars().all(is_plain) && !text.ends_with(' ') {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

/// The first document, as a tree. `None`: nothing but comments.
fn parsed(text: &str) -> Result<Option<Node>, Unreadable> {
    let bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect();
    let place = |marker: &Marker| Place {
        byte: bytes.get(marker.index()).copied().unwrap_or(text.len()),
        column: marker.col(),
    };
    let mut events = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| Unreadable {
            line: Some(error.marker().line()),
            what: format!("is not YAML: {}", error.info()),
        })?;
        if !matches!(event, Event::StreamStart | Event::DocumentStart(_)) {
            events.push((event, place(&span.start), place(&span.end)));
        }
    }
    let node = node(&mut events.into_iter().peekable());
    let is_nothing = |node: &Node| matches!(node.kind, Kind::Scalar { is_null: true });
    Ok(node.filter(|node| !is_nothing(node)))
}

type Events<'a> = Peekable<std::vec::IntoIter<(Event<'a>, Place, Place)>>;

fn node(events: &mut Events<'_>) -> Option<Node> {
    let (event, start, end) = events.next()?;
    match event {
        Event::Scalar(value, style, ..) => {
            let is_null = style == ScalarStyle::Plain && ["", "~", "null", "Null", "NULL"].contains(&&*value);
            Some(Node { start, end, texts: vec![value.into_owned()], kind: Kind::Scalar { is_null } })
        }
        Event::Alias(_) => Some(Node { start, end, texts: Vec::new(), kind: Kind::Other }),
        Event::SequenceStart(..) => {
            let is_flow = start.byte != end.byte;
            let (mut texts, mut last) = (Vec::new(), end);
            while let Some((event, ..)) = events.peek()
                && *event != Event::SequenceEnd
            {
                let item = node(events)?;
                texts.extend(item.texts);
                last = item.end;
            }
            let (_, _, closed) = events.next()?;
            Some(Node { start, end: if is_flow { closed } else { last }, texts, kind: Kind::Other })
        }
        Event::MappingStart(..) => {
            let is_flow = start.byte != end.byte;
            let (mut entries, mut texts, mut last) = (Vec::new(), Vec::new(), end);
            while let Some((event, ..)) = events.peek()
                && *event != Event::MappingEnd
            {
                let (key, value) = (node(events)?, node(events)?);
                texts.extend(value.texts.iter().cloned());
                last = value.end;
                entries.push((key.texts.into_iter().next().unwrap_or_default(), key.start, value));
            }
            let (_, _, closed) = events.next()?;
            let end = if is_flow { closed } else { last };
            Some(Node { start, end, texts, kind: Kind::Mapping { is_flow, entries } })
        }
        _ => None,
    }
}
