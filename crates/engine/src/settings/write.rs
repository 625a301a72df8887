//! Printing settings: as a file that can be read back, and as the list of keys that the reference is made of.

use std::fmt::Write;

use super::Settings;
use super::declare::Slot;

/// Comments are wrapped so that a line with its `# ` stays within this many characters.
const COMMENT_WIDTH: usize = 100;

/// One key of `quarry.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDescription {
    /// The full key, `index.max_file_bytes`.
    pub key: String,
    /// Its default as it would be written in the file.
    pub default: String,
    /// What it does, and why its default is what it is.
    pub doc: &'static str,
}

pub(crate) fn settings(settings: &Settings) -> String {
    let mut text = String::new();
    let mut settings = settings.clone();
    let mut explained: Vec<&str> = Vec::new();
    for entry in settings.entries() {
        if entry.key.is_empty() {
            continue;
        }
        let is_group = matches!(entry.slot, Slot::Group);
        if is_group && !text.is_empty() {
            text.push('\n');
        }
        // `weight` and `b` mean the same in every field: say it once.
        if !explained.contains(&entry.doc) {
            explained.push(entry.doc);
            text.push_str(&comment(entry.doc));
        }
        let name = entry.key.rsplit('.').next().unwrap_or_default();
        // Writing to a String cannot fail.
        let _ = match is_group {
            true => writeln!(text, "[{}]", entry.key),
            false => writeln!(text, "{name} = {}", value(&entry.slot)),
        };
    }
    text
}

pub(crate) fn keys() -> Vec<KeyDescription> {
    let mut defaults = Settings::default();
    let entries = defaults.entries().into_iter().filter(|entry| !matches!(entry.slot, Slot::Group));
    entries.map(|entry| KeyDescription { default: value(&entry.slot), key: entry.key, doc: entry.doc }).collect()
}

fn value(slot: &Slot<'_>) -> String {
    match slot {
        Slot::Group => String::new(),
        Slot::Switch(on) => on.to_string(),
        Slot::Bytes(bytes) => bytes.to_string(),
        Slot::Count(count) => count.to_string(),
        Slot::Number(number) => format!("{number:?}"),
        Slot::Globs(globs) => toml::Value::from(globs.to_vec()).to_string(),
        Slot::Text(text) => toml::Value::from(text.as_str()).to_string(),
        Slot::Choice(choice) => format!("\"{}\"", choice.word()),
    }
}

fn comment(doc: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in doc.split_whitespace() {
        if line.len() + 1 + word.len() > COMMENT_WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    lines + &line + "\n"
}
