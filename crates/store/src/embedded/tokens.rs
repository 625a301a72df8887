//! [`crate::words`] as a tantivy tokenizer.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Name under which the tokenizer is registered.
pub(super) const WORDS: &str = "words";

/// Splits text into words. Positions are not kept: recall counts words, it does not look for phrases.
#[derive(Clone, Default)]
pub(super) struct WordTokenizer {
    /// All words of the current text, one behind the other, and where each ends.
    buffer: String,
    ends: Vec<usize>,
}

pub(super) struct WordStream<'a> {
    buffer: &'a str,
    ends: &'a [usize],
    next: usize,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        self.buffer.clear();
        self.ends.clear();
        crate::words::for_each_word(text, |word| {
            self.buffer.push_str(word);
            self.ends.push(self.buffer.len());
        });
        WordStream { buffer: &self.buffer, ends: &self.ends, next: 0, token: Token::default() }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let Some(&end) = self.ends.get(self.next) else { return false };
        let start = if self.next == 0 { 0 } else { self.ends[self.next - 1] };
        self.token.text.clear();
        self.token.text.push_str(&self.buffer[start..end]);
        self.token.position = self.next;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
