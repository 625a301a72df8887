//! Entries in JSON, with comments and trailing commas where the file has them.

use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstRootNode};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::{EmptyKey, Fields, NAME, Unreadable, Value};

/// What agents accept. Leniency beyond that would call files good that no agent reads.
const ACCEPTED: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn find(text: &str, key: &str) -> Result<Option<Vec<String>>, Unreadable> {
    let Some(servers) = servers(&parsed(text)?, key)? else { return Ok(None) };
    let Some(entry) = servers.get(NAME) else { return Ok(None) };
    let mut words = Vec::new();
    if let Some(value) = entry.value() {
        collect_texts(&value, &mut words);
    }
    Ok(Some(words))
}

pub(super) fn has_key(text: &str, key: &str) -> Result<bool, Unreadable> {
    Ok(servers(&parsed(text)?, key)?.is_some())
}

pub(super) fn add(text: &str, key: &str, fields: &Fields) -> Result<String, Unreadable> {
    let root = parsed(text)?;
    servers(&root, key)?;
    if let Some(joined) = joined_on_its_line(text, key, fields) {
        return Ok(joined);
    }
    let not_an_object = || Unreadable { line: Some(1), what: "is not a JSON object".to_owned() };
    let servers = root.object_value_or_create().and_then(|object| object.object_value_or_create(key));
    let field = |(name, value): &(&str, Value)| ((*name).to_owned(), written(value));
    servers.ok_or_else(not_an_object)?.append(NAME, CstInputValue::Object(fields.iter().map(field).collect()));
    Ok(root.to_string())
}

pub(super) fn remove(text: &str, key: &str, empty_key: EmptyKey) -> Result<String, Unreadable> {
    let root = parsed(text)?;
    let Some(servers) = servers(&root, key)? else { return Ok(text.to_owned()) };
    // A key may stand twice, and the last counts.
    while let Some(entry) = servers.get(NAME) {
        entry.remove();
    }
    let is_left_over = servers.properties().is_empty() && empty_key == EmptyKey::Goes;
    if let Some(property) = root.object_value().and_then(|object| object.get(key)).filter(|_| is_left_over) {
        property.remove();
    }
    Ok(root.to_string())
}

/// Where neighbours share a line, the entry joins them there: a file in one line stays one.
fn joined_on_its_line(text: &str, key: &str, fields: &Fields) -> Option<String> {
    let document = parse_to_ast(text, &CollectOptions::default(), &ACCEPTED).ok()?;
    let root = document.value.as_ref()?.as_object()?;
    let field = |(name, value): &(&str, Value)| format!("\"{name}\": {}", on_one_line(value));
    let entry = format!("\"{NAME}\": {{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "));
    let (object, entry) = match root.get_object(key) {
        Some(servers) => (servers, entry),
        None => (root, format!("\"{key}\": {{{entry}}}")),
    };
    let (first, last) = (object.properties.first()?, object.properties.last()?);
    if text[object.range.start..first.range.start].contains('\n') {
        return None;
    }
    let (above, below) = text.split_at(last.range.end);
    Some(format!("{above}, {entry}{below}"))
}

fn parsed(text: &str) -> Result<CstRootNode, Unreadable> {
    CstRootNode::parse(text, &ACCEPTED).map_err(|error| Unreadable {
        line: Some(error.line_display()),
        what: format!("is not JSON: {}", error.kind()),
    })
}

/// The object that all servers stand in.
fn servers(root: &CstRootNode, key: &str) -> Result<Option<CstObject>, Unreadable> {
    let Some(value) = root.value() else { return Ok(None) };
    let Some(object) = value.as_object() else {
        return Err(Unreadable { line: Some(1), what: "is not a JSON object".to_owned() });
    };
    let Some(property) = object.get(key) else { return Ok(None) };
    match property.object_value() {
        Some(servers) => Ok(Some(servers)),
        None => Err(Unreadable { line: None, what: format!("`{key}` is not a JSON object") }),
    }
}

fn collect_texts(node: &CstNode, words: &mut Vec<String>) {
    if let Some(text) = node.as_string_lit().and_then(|text| text.decoded_value().ok()) {
        words.push(text);
    }
    let object = node.as_object().into_iter().flat_map(|object| object.properties());
    for value in object.filter_map(|property| property.value()) {
        collect_texts(&value, words);
    }
    for value in node.as_array().into_iter().flat_map(|array| array.elements()) {
        collect_texts(&value, words);
    }
}

fn on_one_line(value: &Value) -> String {
    let text = |text: &String| serde_json::Value::from(text.as_str()).to_string();
    match value {
        Value::Text(value) => text(value),
        Value::List(values) => format!("[{}]", values.iter().map(text).collect::<Vec<_>>().join(", ")),
        Value::Switch(on) => on.to_string(),
        Value::Number(number) => number.to_string(),
    }
}

fn written(value: &Value) -> CstInputValue {
    match value {
        Value::Text(text) => CstInputValue::String(text.clone()),
        Value::List(texts) => CstInputValue::Array(texts.iter().cloned().map(CstInputValue::String).collect()),
        Value::Switch(on) => CstInputValue::Bool(*on),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
    }
}
