//! One server in a settings file: found, added, removed, in the file's own language and style.
//!
//! In:  the text of a file, without a byte order mark, and the key that its servers stand below.
//! Out: the text with Quarry's entry, or without; every other byte is as it was.
//!
//! A file that cannot be read for what it is, is never changed. Never here: paths, disks, agents.

mod json;
mod toml;
mod yaml;

#[cfg(test)]
mod tests;

use std::fmt;

use super::agents::Syntax;

/// The name of Quarry's entry.
pub(super) const NAME: &str = "quarry";

/// A value in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
    Switch(bool),
    Number(u32),
}

/// The entry, in the order in which it is written.
pub(super) type Fields = Vec<(&'static str, Value)>;

/// Why a file is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// Counted from 1.
    pub(super) line: Option<usize>,
    pub(super) what: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for Unreadable {}

/// What stands under Quarry's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The words that start it: every text of the entry, in its order.
    words: Vec<String>,
}

impl Listed {
    /// Whether it starts this program, as an MCP server, from wherever.
    pub(super) fn is_ours(&self) -> bool {
        self.words.iter().any(|word| is_program(word)) && self.words.iter().any(|word| word == "mcp")
    }

    /// The program, if it is named with a path.
    pub(super) fn program(&self) -> Option<&std::path::Path> {
        let program = self.words.iter().find(|word| is_program(word) && word.contains(['/', '\\']));
        program.map(std::path::Path::new)
    }
}

fn is_program(word: &str) -> bool {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name == NAME || name == "quarry.exe"
}

/// What is left of a key whose last server goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyKey {
    /// It was there before us.
    Stays,
    Goes,
}

/// Quarry's entry, if there is one.
pub(super) fn find(syntax: Syntax, text: &str, key: &str) -> Result<Option<Listed>, Unreadable> {
    let words = match syntax {
        Syntax::Json => json::find(text, key),
        Syntax::Toml => toml::find(text, key),
        Syntax::Yaml => yaml::find(text, key),
    };
    Ok(words?.map(|words| Listed { words }))
}

/// Whether there is the key that servers stand below.
pub(super) fn has_key(syntax: Syntax, text: &str, key: &str) -> Result<bool, Unreadable> {
    match syntax {
        Syntax::Json => json::has_key(text, key),
        Syntax::Toml => toml::has_key(text, key),
        Syntax::Yaml => yaml::has_key(text, key),
    }
}

/// The text with the entry, in the place of an earlier one.
pub(super) fn put(syntax: Syntax, text: &str, key: &str, fields: &Fields) -> Result<String, Unreadable> {
    let without = match find(syntax, text, key)? {
        Some(_) => remove(syntax, text, key, EmptyKey::Stays)?,
        None => text.to_owned(),
    };
    let with = match syntax {
        Syntax::Json => json::add(&without, key, fields)?,
        Syntax::Toml => toml::add(&without, key, fields)?,
        Syntax::Yaml => yaml::add(&without, key, fields)?,
    };
    // Whatever the file is like: it is not written unless it then says what it should.
    match find(syntax, &with, key) {
        Ok(Some(listed)) if listed.is_ours() => Ok(with),
        _ => Err(Unreadable { line: None, what: format!("`{key}` is written in a way that cannot be added to") }),
    }
}

/// The text without the entry.
pub(super) fn remove(syntax: Syntax, text: &str, key: &str, empty_key: EmptyKey) -> Result<String, Unreadable> {
    let without = match syntax {
        Syntax::Json => json::remove(text, key, empty_key)?,
        Syntax::Toml => toml::remove(text, key, empty_key)?,
        Syntax::Yaml => yaml::remove(text, key, empty_key)?,
    };
    match find(syntax, &without, key) {
        Ok(None) => Ok(without),
        _ => Err(Unreadable { line: None, what: format!("`{key}` is written in a way that cannot be taken from") }),
    }
}

/// The line of a byte, counted from 1.
fn line_of(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1
}

/// How the lines of a text end: as its first one does.
pub(super) fn newline(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
