//! Words of a field -> tantivy. The words are split before they get here, by the thread that parsed the file, so that they
//! can be counted; a field's value is its words, each behind its length: to look for where it ends takes longer than to take it.

use std::cell::RefCell;
use std::hash::BuildHasher;

use quarry_source::identifiers;
use rustc_hash::FxBuildHasher;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::words::for_each_word;

/// Name under which the tokenizer is registered.
pub(super) const WORDS: &str = "words";

/// Identifiers of which the words are remembered, a power of two. Code says the same few over and over: most of them are found here.
const N_REMEMBERED: usize = 1 << 13;
/// Longer ones hardly come again, and would fill the memory.
const IDENTIFIER_BYTES: usize = 45;
/// Room for the words of such; with its three lengths an identifier takes two lines of the cache.
const WORDS_BYTES: usize = 80;
/// The words of most identifiers take fewer. So many bytes are copied without asking how many there are.
const FEW_BYTES: usize = 32;

/// Adds the words of a text to a field's value; how many there are.
pub(super) fn add_words(text: &str, value: &mut Vec<u8>) -> u32 {
    thread_local! {
        static REMEMBERED: RefCell<Vec<Split>> = RefCell::new(vec![Split::NONE; N_REMEMBERED]);
    }
    REMEMBERED.with_borrow_mut(|remembered| {
        let mut n_words = 0;
        for identifier in identifiers(text) {
            let hash = FxBuildHasher.hash_one(identifier);
            let split = &mut remembered[(hash >> (u64::BITS - N_REMEMBERED.ilog2())) as usize];
            if split.identifier() == identifier.as_bytes() {
                split.add_words(value);
                n_words += u32::from(split.n_words);
            } else {
                let start = value.len();
                let n_more = add_words_of(identifier, value);
                split.remember(identifier, &value[start..], n_more);
                n_words += n_more;
            }
        }
        n_words
    })
}

fn add_words_of(identifier: &str, value: &mut Vec<u8>) -> u32 {
    let mut n_words = 0;
    for_each_word(identifier, |word| {
        // No word is longer: what is is no name, and gives none.
        let Ok(length) = u8::try_from(word.len()) else { return };
        value.extend(char::from(length).encode_utf8(&mut [0; 2]).bytes());
        value.extend_from_slice(word.as_bytes());
        n_words += 1;
    });
    n_words
}

/// An identifier and its words as they stand in a field's value, in one piece: what is looked up does not lie elsewhere.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Split {
    identifier_len: u8,
    words_len: u8,
    n_words: u8,
    identifier: [u8; IDENTIFIER_BYTES],
    words: [u8; WORDS_BYTES],
}

impl Split {
    const NONE: Split = Split {
        identifier_len: 0,
        words_len: 0,
        n_words: 0,
        identifier: [0; IDENTIFIER_BYTES],
        words: [0; WORDS_BYTES],
    };

    fn identifier(&self) -> &[u8] {
        &self.identifier[..usize::from(self.identifier_len)]
    }

    #[inline]
    fn add_words(&self, value: &mut Vec<u8>) {
        let n_bytes = usize::from(self.words_len);
        if n_bytes <= FEW_BYTES {
            let end = value.len() + n_bytes;
            value.extend_from_slice(&self.words[..FEW_BYTES]);
            value.truncate(end);
        } else {
            value.extend_from_slice(&self.words[..n_bytes]);
        }
    }

    /// Remembers an identifier in place of the one before, if it is not too long.
    fn remember(&mut self, identifier: &str, words: &[u8], n_words: u32) {
        if identifier.len() <= IDENTIFIER_BYTES && words.len() <= WORDS_BYTES {
            self.identifier_len = identifier.len() as u8;
            self.words_len = words.len() as u8;
            self.n_words = n_words as u8;
            self.identifier[..identifier.len()].copy_from_slice(identifier.as_bytes());
            self.words[..words.len()].copy_from_slice(words);
        }
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
        let mut behind = self.rest.chars();
        let Some(length) = behind.next() else { return false };
        let (word, rest) = behind.as_str().split_at(length as usize);
        self.token.text.clear();
        self.token.text.push_str(word);
        self.token.position += 1;
        self.rest = rest;
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
    use super::{N_REMEMBERED, WordTokenizer, add_words};
    use crate::words::words;
    use proptest::prelude::*;
    use tantivy::tokenizer::{TokenStream, Tokenizer};

    #[track_caller]
    fn check(text: &str) {
        let (mut value, expected) = (Vec::new(), words(text));
        let n_words = add_words(text, &mut value);
        assert_eq!(n_words as usize, expected.len());
        let (value, mut taken) = (String::from_utf8(value).expect("a text"), Vec::new());
        WordTokenizer.token_stream(&value).process(&mut |token| taken.push(token.text.clone()));
        assert_eq!(taken, expected);
    }

    #[test]
    fn more_identifiers_than_are_remembered_are_split_all_the_same() {
        let many: Vec<String> = (0..3 * N_REMEMBERED).map(|number| format!("readLine{number}")).collect();
        check(&many.join(" "));
        check(&many.join(" "));
        check(&"longName".repeat(12));
        // The length of its whole takes two bytes.
        check(&"longName".repeat(19));
    }

    proptest! {
        #[test]
        fn words_are_those_of_questions(text in any::<String>(), code in "[a-zA-Z_ .-]{0,80}") {
            check(&text);
            check(&code);
        }
    }
}
