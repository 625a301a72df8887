//! An assembled context as text: Markdown for people and chats, tags for prompts.
//!
//! In: pieces. Out: blocks, each of which ends with a newline and begins with a sign or a letter, so that their tokens
//! add up. Never here: what is chosen.

mod markdown;
mod tags;

use super::piece::{ContextPiece, RelatedPiece};
use crate::graph::FileEdge;
use quarry_source::Confidence;

/// How a context is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContextLayout {
    /// Headings and fenced code.
    #[default]
    Markdown,
    /// Tags around each piece, as prompts like it. Code is not escaped: this is no XML.
    Tags,
}

/// The parts of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Primary,
    Related,
    Graph,
}

impl ContextLayout {
    /// What stands around everything: before and behind it.
    pub(super) fn frame(self) -> (&'static str, &'static str) {
        match self {
            ContextLayout::Markdown => ("", ""),
            ContextLayout::Tags => ("<context>\n", "</context>\n"),
        }
    }

    /// What stands before and behind the pieces of a section that has any.
    pub(super) fn around(self, section: Section) -> (&'static str, &'static str) {
        match self {
            ContextLayout::Markdown => markdown::around(section),
            ContextLayout::Tags => tags::around(section),
        }
    }

    pub(super) fn piece(self, piece: &ContextPiece) -> String {
        match self {
            ContextLayout::Markdown => markdown::piece(piece),
            ContextLayout::Tags => tags::piece(piece),
        }
    }

    pub(super) fn related(self, piece: &RelatedPiece) -> String {
        match self {
            ContextLayout::Markdown => markdown::related(piece),
            ContextLayout::Tags => tags::related(piece),
        }
    }

    pub(super) fn edge(self, edge: &FileEdge) -> String {
        let kinds: Vec<&str> = edge.kinds.iter().map(|kind| kind.as_str()).collect();
        let unsure = match edge.confidence {
            Confidence::Import | Confidence::SameFile => "",
            Confidence::UniqueName => " (by name)",
            Confidence::Ambiguous => " (unsure)",
        };
        format!("{} --[{}]--> {}{unsure}\n", plain(edge.from.as_str()), kinds.join(", "), plain(edge.to.as_str()))
    }
}

/// A path or name on one line, whatever it is made of. A leading slash or blank would join it to the line before.
fn plain(text: &str) -> String {
    let text: String =
        text.chars().map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter }).collect();
    if text.starts_with(|first: char| first == '/' || first.is_whitespace()) { format!("./{text}") } else { text }
}

#[cfg(test)]
mod tests;
