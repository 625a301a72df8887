//! Where a text is cut before tokens are looked for: no token spans two pieces. The published pattern of o200k.
//!
//! Its look-ahead `\s+(?!\S)`, blanks up to the last one before a word, is written as `\s+\s`, whose last letter is
//! given back: a pattern without look-ahead is matched in time that grows with the text alone.

use std::sync::OnceLock;

use regex_automata::meta::Regex;
use regex_automata::{Anchored, Input};

/// Words with what stands before and behind them, numbers, signs, ends of lines, and blanks at the end of the text.
const WORDS_AND_SIGNS: &str = concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|\p{N}{1,3}",
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*",
    r"|\s*[\r\n]+",
    r"|\s+$",
);
/// Blanks before a word, and the last of them, which belongs to the word.
const BLANKS_BEFORE_WORD: &str = r"\s+\s";
/// A single blank.
const BLANKS: &str = r"\s+";
/// The place of [`BLANKS_BEFORE_WORD`] among the patterns.
const GIVES_BACK: usize = 1;

/// The pieces of a text, in order; together they are the text.
pub(super) fn of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = pattern()?.find(Input::new(rest).anchored(Anchored::Yes)).map(|found| {
            let given_back = match found.pattern().as_usize() {
                GIVES_BACK => rest[..found.end()].chars().next_back().map_or(0, char::len_utf8),
                _ => 0,
            };
            found.end() - given_back
        })?;
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

/// Compiled on first use. `None` would mean that the pattern above is no pattern; a test has seen that it is.
fn pattern() -> Option<&'static Regex> {
    static PATTERN: OnceLock<Option<Regex>> = OnceLock::new();
    PATTERN.get_or_init(|| Regex::new_many(&[WORDS_AND_SIGNS, BLANKS_BEFORE_WORD, BLANKS]).ok()).as_ref()
}
