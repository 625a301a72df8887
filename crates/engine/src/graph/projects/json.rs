//! JSON as project files are written: with comments and trailing commas.

use serde_json::Value;

use crate::graph::tree::joined;

/// A value, if the text is JSON but for comments and commas before closing brackets.
pub(super) fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&plain(text)).ok())
}

/// Without comments and trailing commas.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut in_string = false;
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(_)) if in_string => {
                out.push(letter);
                out.extend(letters.next());
            }
            ('"', _) => {
                in_string = !in_string;
                out.push(letter);
            }
            ('/', Some('/')) if !in_string => while letters.next_if(|letter| *letter != '\n').is_some() {},
            ('/', Some('*')) if !in_string => {
                let mut before = ' ';
                for letter in letters.by_ref().skip(1) {
                    if before == '*' && letter == '/' {
                        break;
                    }
                    before = letter;
                }
            }
            (']' | '}', _) if !in_string => {
                let kept = out.trim_end().trim_end_matches(',').len();
                out.truncate(kept);
                out.push(letter);
            }
            _ => out.push(letter),
        }
    }
    out
}

/// The namespaces of a composer.json with their directories.
pub(super) fn psr4(text: &str, directory: &str) -> Vec<(String, String)> {
    let Some(value) = parse(text) else { return Vec::new() };
    let sections = ["autoload", "autoload-dev"].into_iter().filter_map(|key| value.get(key)?.get("psr-4")?.as_object());
    let rows = sections.flatten().flat_map(|(prefix, paths)| texts(paths).map(move |path| (prefix.clone(), path)));
    rows.filter_map(|(prefix, path)| Some((prefix, joined(directory, path)?))).collect()
}

/// A text, or the texts of a list.
pub(super) fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let list = value.as_array().into_iter().flatten().filter_map(Value::as_str);
    value.as_str().into_iter().chain(list)
}
