//! How many tokens a text has for a language model: the measure of every budget.
//!
//! Counts of blocks add up to the count of all of them if each ends with a newline and the next begins with neither a
//! blank nor a slash: the tokenizer cuts there whatever stands around. Whoever packs blocks relies on it, and a
//! property test holds it.

mod o200k;
mod pieces;

#[cfg(test)]
mod tests;

/// Letters that make a token on average, in English and in code.
const CHARS_PER_TOKEN: usize = 4;

/// How tokens are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokenizer {
    /// As OpenAI's models since GPT-4o do, exactly.
    O200k,
    /// A quarter of the letters: no tokenizer at all.
    Chars,
}

impl Tokenizer {
    /// Every tokenizer, the default first.
    pub const ALL: [Tokenizer; 2] = [Tokenizer::O200k, Tokenizer::Chars];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            Tokenizer::O200k => "o200k",
            Tokenizer::Chars => "chars",
        }
    }

    /// The inverse of [`Tokenizer::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tokenizer| tokenizer.as_str() == name)
    }

    /// How many tokens a text has. The first exact count of a process reads the vocabulary.
    pub fn count(self, text: &str) -> usize {
        match self {
            Tokenizer::O200k => pieces::of(text).map(|piece| o200k::vocabulary().count(piece.as_bytes())).sum(),
            Tokenizer::Chars => text.chars().count().div_ceil(CHARS_PER_TOKEN),
        }
    }
}
