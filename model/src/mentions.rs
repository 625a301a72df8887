//! Sentences of manuals and change logs that name a definition of the package -> that definition.
//!
//! These are the questions nobody wrote as a doc comment: "Fixed `parse_header` reading past the end".

use std::collections::HashMap;

use quarry_source::{Parsed, SymbolKind};

use crate::file_pairs;
use crate::pair::{Kind, Pair};

/// Bytes of a definition that are kept until the package is read.
const MAX_DEFINITION_BYTES: usize = 1600;
/// A name that so many definitions share names nothing.
const MAX_DEFINITIONS: usize = 2;
const MAX_MENTIONS_OF_ONE: usize = 3;

/// What a package defines and what its documents say.
#[derive(Default)]
pub(crate) struct Mentions {
    definitions: HashMap<String, Vec<Definition>>,
    sentences: Vec<String>,
}

struct Definition {
    code: String,
    enclosing: String,
    n_mentions: usize,
}

impl Mentions {
    pub(crate) fn see(&mut self, text: &str, parsed: &Parsed) {
        if matches!(parsed.language.as_str(), "markdown" | "mdx" | "rst" | "text") {
            self.sentences.extend(sentences(text));
            return;
        }
        for symbol in &parsed.symbols {
            let is_named = symbol.name.len() > 3 && !matches!(symbol.kind, SymbolKind::Field | SymbolKind::Block);
            if is_named {
                let code = &text[symbol.span.bytes()];
                let code = &code[..code.floor_char_boundary(MAX_DEFINITION_BYTES)];
                let parent = symbol.parent.map(|parent| &*parsed.symbols[parent as usize].name);
                self.definitions.entry(symbol.name.to_string()).or_default().push(Definition {
                    code: code.to_owned(),
                    enclosing: parent.unwrap_or_default().to_owned(),
                    n_mentions: 0,
                });
            }
        }
    }

    pub(crate) fn pairs(mut self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for sentence in &self.sentences {
            for name in code_names(sentence) {
                let Some(definitions) = self.definitions.get_mut(name) else { continue };
                if definitions.len() > MAX_DEFINITIONS {
                    continue;
                }
                for definition in definitions.iter_mut().filter(|one| one.n_mentions < MAX_MENTIONS_OF_ONE) {
                    definition.n_mentions += 1;
                    file_pairs::push(&mut pairs, Kind::Mention, sentence, &definition.enclosing, &definition.code);
                }
            }
        }
        pairs
    }
}

/// Lines and bullets with at least one name in backquotes among at least five words.
fn sentences(text: &str) -> impl Iterator<Item = String> {
    let mut in_code = false;
    text.lines().filter_map(move |line| {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let speaks = !in_code && line.contains('`') && line.split_whitespace().nth(4).is_some();
        speaks.then(|| line.to_owned())
    })
}

/// The last segment of every name in backquotes.
fn code_names(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split('`').skip(1).step_by(2).filter_map(|quoted| {
        let name = quoted.split(['(', '<', '[', ' ', '=']).next()?;
        let last = name.rsplit(['.', ':', '#', '/', '>']).next()?;
        (last.len() > 3).then_some(last)
    })
}
