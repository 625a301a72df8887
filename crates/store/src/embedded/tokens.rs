//! Words of a field -> tantivy. The words are split before they get here, by the thread that parsed the file, so that they
//! can be counted; a field's value is its words, one per line.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name under which the tokenizer is registered.
pub(super) const WORDS: &str = "words";

/// What ends a word in a field's value. No word holds it.
const END: char = '\n';

/// A field's words as its value, and how many there are.
#[derive(Debug, Default)]
pub(super) struct FieldValue {
    pub(super) text: String,
    pub(super) n_words: u32,
}

impl FieldValue {
    /// Adds the words of a text.
    pub(super) fn add(&mut self, text: &str) {
        crate::words::for_each_word(text, |word| {
            self.text.push_str(word);
            self.text.push(END);
            self.n_words += 1;
        });
    }
}

/// Splits a field's value back into its words. Positions are not kept: recall counts words, it looks for no phrases.
#[derive(Clone, Default)]
pub(super) struct WordTokenizer;

pub(super) struct WordStream<'a> {
    rest: &'a str,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        WordStream { rest: text, token: Token { position: 0, ..Token::default() } }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(end) = memchr::memchr(END as u8, self.rest.as_bytes()) else { return false };
        self.token.text.clear();
        self.token.text.push_str(&self.rest[..end]);
        self.token.position += 1;
        self.rest = &self.rest[end + 1..];
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
