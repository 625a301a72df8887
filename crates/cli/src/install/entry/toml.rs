//! Entries in TOML: a table of its own at the end of the file.
//!
//! Where the servers are written in one line or with dotted keys, no such table may follow: the entry joins them there.

use toml_edit::{Document, DocumentMut, InlineTable, Item, TableLike};

use super::{EmptyKey, Fields, NAME, Unreadable, Value, line_of, newline};

pub(super) fn find(text: &str, key: &str) -> Result<Option<Vec<String>>, Unreadable> {
    let document = parsed(text)?;
    let Some(entry) = servers(&document, key)?.and_then(|servers| servers.get(NAME)) else { return Ok(None) };
    let mut words = Vec::new();
    collect_texts(entry, &mut words);
    Ok(Some(words))
}

pub(super) fn has_key(text: &str, key: &str) -> Result<bool, Unreadable> {
    Ok(parsed(text)?.contains_key(key))
}

pub(super) fn add(text: &str, key: &str, fields: &Fields) -> Result<String, Unreadable> {
    let document = parsed(text)?;
    servers(&document, key)?;
    match document.get(key) {
        Some(item) if !takes_tables(item) => joined(text, key, fields),
        _ => Ok(appended(text, key, fields)),
    }
}

pub(super) fn remove(text: &str, key: &str, empty_key: EmptyKey) -> Result<String, Unreadable> {
    let document = parsed(text)?;
    let Some(servers) = servers(&document, key)? else { return Ok(text.to_owned()) };
    match servers.get(NAME).and_then(Item::as_table).filter(|table| !table.is_dotted() && !table.is_implicit()) {
        Some(_) => Ok(without_tables(text, &document, key)),
        None => without_key(text, key, empty_key),
    }
}

fn parsed(text: &str) -> Result<Document<&str>, Unreadable> {
    Document::parse(text).map_err(|error| Unreadable {
        line: error.span().map(|span| line_of(text, span.start)),
        what: format!("is not TOML: {}", error.message()),
    })
}

fn servers<'a>(document: &'a Document<&str>, key: &str) -> Result<Option<&'a dyn TableLike>, Unreadable> {
    let Some(item) = document.get(key) else { return Ok(None) };
    match item.as_table_like() {
        Some(servers) => Ok(Some(servers)),
        None => Err(Unreadable { line: None, what: format!("`{key}` is not a table") }),
    }
}

/// Whether `[key.quarry]` may follow.
fn takes_tables(item: &Item) -> bool {
    item.as_table().is_some_and(|table| !table.is_dotted())
}

fn appended(text: &str, key: &str, fields: &Fields) -> String {
    let newline = newline(text);
    let mut lines = vec![format!("[{key}.{NAME}]")];
    lines.extend(fields.iter().map(|(name, value)| format!("{name} = {}", written(value))));
    let before = match text {
        "" => "",
        text if text.ends_with('\n') => newline,
        _ => &newline.repeat(2),
    };
    format!("{text}{before}{}{newline}", lines.join(newline))
}

fn joined(text: &str, key: &str, fields: &Fields) -> Result<String, Unreadable> {
    let mut entry = InlineTable::new();
    for (name, value) in fields {
        entry.insert(*name, written(value));
    }
    edited(text, |document| {
        if let Some(servers) = document.get_mut(key).and_then(Item::as_table_like_mut) {
            servers.insert(NAME, toml_edit::value(entry));
        }
    })
}

fn without_key(text: &str, key: &str, empty_key: EmptyKey) -> Result<String, Unreadable> {
    edited(text, |document| {
        let Some(servers) = document.get_mut(key).and_then(Item::as_table_like_mut) else { return };
        servers.remove(NAME);
        if servers.is_empty() && empty_key == EmptyKey::Goes {
            document.remove(key);
        }
    })
}

/// Edits the document as a tree. The tree knows one kind of line end only, so the file's own comes back afterwards.
fn edited(text: &str, edit: impl FnOnce(&mut DocumentMut)) -> Result<String, Unreadable> {
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| Unreadable {
        line: error.span().map(|span| line_of(text, span.start)),
        what: format!("is not TOML: {}", error.message()),
    })?;
    edit(&mut document);
    let edited = document.to_string();
    Ok(if newline(text) == "\r\n" { edited.replace("\r\n", "\n").replace('\n', "\r\n") } else { edited })
}

/// The text without `[key.quarry]` and the tables below it. What stands before the next table, comments and blank
/// lines, is that one's.
fn without_tables(text: &str, document: &Document<&str>, key: &str) -> String {
    let mut headers = Vec::new();
    collect_headers(document.as_table(), &mut Vec::new(), &mut headers);
    headers.sort_unstable();
    let mut kept = String::new();
    let mut from = 0;
    let ends = headers.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    for ((start, path), end) in headers.iter().zip(ends) {
        let is_ours = path.first().is_some_and(|first| first == key) && path.get(1).is_some_and(|name| name == NAME);
        if is_ours {
            let body = &text[*start..end];
            let is_body = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
            let lines: Vec<&str> = body.split_inclusive('\n').collect();
            let n_lines = lines.iter().rposition(is_body).map_or(0, |last| last + 1);
            kept.push_str(&text[from..*start]);
            from = start + lines[..n_lines].iter().map(|line| line.len()).sum::<usize>();
        }
    }
    kept.push_str(&text[from..]);
    // The blank line before a table that stood last.
    let newline = newline(text);
    match kept.strip_suffix(&newline.repeat(2)) {
        Some(above) if from == text.len() => format!("{above}{newline}"),
        _ => kept,
    }
}

/// Where each `[header]` begins, with its names.
fn collect_headers(table: &toml_edit::Table, path: &mut Vec<String>, headers: &mut Vec<(usize, Vec<String>)>) {
    for (name, item) in table.iter() {
        path.push(name.to_owned());
        let tables: Vec<&toml_edit::Table> = match item {
            Item::Table(table) => vec![table],
            Item::ArrayOfTables(tables) => tables.iter().collect(),
            Item::None | Item::Value(_) => Vec::new(),
        };
        for table in tables {
            if let Some(span) = table.span().filter(|_| !table.is_dotted() && !table.is_implicit()) {
                headers.push((span.start, path.clone()));
            }
            collect_headers(table, path, headers);
        }
        path.pop();
    }
}

fn collect_texts(item: &Item, words: &mut Vec<String>) {
    if let Some(text) = item.as_str() {
        words.push(text.to_owned());
    }
    for value in item.as_array().into_iter().flatten() {
        words.extend(value.as_str().map(str::to_owned));
    }
    for (_, item) in item.as_table_like().into_iter().flat_map(|table| table.iter()) {
        collect_texts(item, words);
    }
}

fn written(value: &Value) -> toml_edit::Value {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::List(texts) => texts.iter().collect(),
        Value::Switch(on) => (*on).into(),
        Value::Number(number) => i64::from(*number).into(),
    }
}
