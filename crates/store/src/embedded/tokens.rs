//! Words of a field -> tantivy. The words are split before they get here, by the thread that parsed the file, so that they
//! can be counted; a field's value is its words, one per line.

use std::cell::RefCell;
use std::hash::BuildHasher;

use quarry_source::identifiers;
use rustc_hash::FxBuildHasher;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::words::for_each_word;

/// Name under which the tokenizer is registered.
pub(super) const WORDS: &str = "words";

/// What ends a word in a field's value. No word holds it.
const END: char = '\n';

/// Identifiers of which the words are remembered, a power of two. Code says the same few over and over: most of them are found here.
const N_REMEMBERED: usize = 1 << 13;
/// Longer ones hardly come again, and would fill the memory.
const MAX_REMEMBERED_BYTES: usize = 64;

/// Adds the words of a text to a field's value; how many there are.
pub(super) fn add_words(text: &str, value: &mut String) -> u32 {
    thread_local! {
        static REMEMBERED: RefCell<Vec<Split>> = RefCell::new(vec![Split::default(); N_REMEMBERED]);
    }
    REMEMBERED.with_borrow_mut(|remembered| {
        let mut n_words = 0;
        for identifier in identifiers(text) {
            if identifier.len() > MAX_REMEMBERED_BYTES {
                n_words += add_words_of(identifier, value);
                continue;
            }
            let hash = FxBuildHasher.hash_one(identifier);
            let split = &mut remembered[(hash >> (u64::BITS - N_REMEMBERED.ilog2())) as usize];
            if split.identifier != identifier {
                split.remember(identifier);
            }
            value.push_str(&split.words);
            n_words += split.n_words;
        }
        n_words
    })
}

fn add_words_of(identifier: &str, value: &mut String) -> u32 {
    let mut n_words = 0;
    for_each_word(identifier, |word| {
        value.push_str(word);
        value.push(END);
        n_words += 1;
    });
    n_words
}

/// An identifier and its words, as they stand in a field's value.
#[derive(Clone, Debug, Default)]
struct Split {
    identifier: String,
    words: String,
    n_words: u32,
}

impl Split {
    fn remember(&mut self, identifier: &str) {
        self.identifier.clear();
        self.identifier.push_str(identifier);
        self.words.clear();
        self.n_words = add_words_of(identifier, &mut self.words);
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

#[cfg(test)]
mod tests {
    use super::{END, N_REMEMBERED, add_words};
    use crate::words::words;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str) {
        let (mut value, expected) = (String::new(), words(text));
        let n_words = add_words(text, &mut value);
        assert_eq!(value.split_terminator(END).collect::<Vec<_>>(), expected);
        assert_eq!(n_words as usize, expected.len());
    }

    #[test]
    fn more_identifiers_than_are_remembered_are_split_all_the_same() {
        let many: Vec<String> = (0..3 * N_REMEMBERED).map(|number| format!("readLine{number}")).collect();
        check(&many.join(" "));
        check(&many.join(" "));
        check(&"longName".repeat(12));
    }

    proptest! {
        #[test]
        fn words_are_those_of_questions(text in any::<String>(), code in "[a-zA-Z_ .-]{0,80}") {
            check(&text);
            check(&code);
        }
    }
}
