//! Text to token numbers, by the tokenizer that came with the model.

use std::path::Path;

use tokenizers::{Encoding, Tokenizer, TruncationParams};

use crate::error::EmbedError;
use crate::external::folder::corrupt;

/// Beginning, end and one word: with less room a tokenizer has nothing to cut to.
const MIN_TOKENS: usize = 8;

pub(super) struct Tokens {
    tokenizer: Tokenizer,
    padding: i32,
}

/// A text as its model reads it.
#[derive(Debug)]
pub(super) struct TokenizedText {
    /// Position among all texts.
    pub(super) place: usize,
    pub(super) ids: Vec<i32>,
    pub(super) types: Vec<i32>,
}

impl Tokens {
    /// The file's own idea of truncation and padding is set aside: it is that of whoever saved it.
    pub(super) fn load(path: &Path, max_tokens: usize) -> Result<Tokens, EmbedError> {
        let text = fs_err::read(path).map_err(|source| EmbedError::Read { what: "tokenizer", source })?;
        let unusable = |error: tokenizers::Error| corrupt("tokenizer", path, &error);
        let mut tokenizer = Tokenizer::from_bytes(text).map_err(unusable)?;
        let padding = tokenizer.get_padding().map_or(0, |padding| padding.pad_id as i32);
        let truncation = TruncationParams { max_length: max_tokens.max(MIN_TOKENS), ..TruncationParams::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(unusable)?;
        tokenizer.with_padding(None);
        Ok(Tokens { tokenizer, padding })
    }

    /// What stands where a text has ended and another of the batch has not. Masked out, so that any number will do.
    pub(super) fn padding(&self) -> i32 {
        self.padding
    }

    pub(super) fn read(&self, texts: &[String], first: usize) -> Result<Vec<TokenizedText>, EmbedError> {
        let inputs: Vec<&str> = texts.iter().map(String::as_str).collect();
        let encodings = self.tokenizer.encode_batch_fast(inputs, true).map_err(failed)?;
        Ok((first..).zip(&encodings).map(|(place, encoding)| tokenized(place, encoding)).collect())
    }

    /// Two texts as one, told apart by their types where the model knows types. If both do not fit, the longer one is cut.
    pub(super) fn read_pair(&self, first: &str, second: &str) -> Result<TokenizedText, EmbedError> {
        let encoding = self.tokenizer.encode_fast((first, second), true).map_err(failed)?;
        Ok(tokenized(0, &encoding))
    }
}

fn tokenized(place: usize, encoding: &Encoding) -> TokenizedText {
    let numbers = |own: &[u32]| own.iter().map(|number| *number as i32).collect();
    TokenizedText { place, ids: numbers(encoding.get_ids()), types: numbers(encoding.get_type_ids()) }
}

fn failed(error: tokenizers::Error) -> EmbedError {
    EmbedError::Run { model: "tokenizer".to_owned(), why: error.to_string() }
}
