//! Text to token numbers, by the tokenizer that came with the model.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

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
        let failed =
            |error: tokenizers::Error| EmbedError::Run { model: "tokenizer".to_owned(), why: error.to_string() };
        let encodings = self.tokenizer.encode_batch_fast(inputs, true).map_err(failed)?;
        let numbers = |own: &[u32]| own.iter().map(|number| *number as i32).collect();
        let text = |(place, encoding): (usize, &tokenizers::Encoding)| TokenizedText {
            place,
            ids: numbers(encoding.get_ids()),
            types: numbers(encoding.get_type_ids()),
        };
        Ok((first..).zip(&encodings).map(text).collect())
    }
}
