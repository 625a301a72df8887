//! How much an answer may say to a model.
//!
//! Tokens are counted as o200k cuts them, each part by itself: what stands beside it can only make it shorter. What does not fit is
//! left to the next page, never sent "just this once": a client that gets too much cuts it blindly or refuses all of it (Claude
//! Code at 25,000 tokens).

use quarry_engine::Tokenizer;

/// Tokens of an answer, unless the caller says otherwise.
pub(crate) const DEFAULT_TOKENS: usize = 6_000;
/// Fewer could not hold one hit with its code.
pub(crate) const MIN_TOKENS: usize = 500;
/// More would be refused by some clients.
pub(crate) const MAX_TOKENS: usize = 20_000;

/// What a token is on average, for what is bounded by characters.
const CHARS_PER_TOKEN: usize = 4;

/// How many tokens a text has.
pub(crate) fn tokens(text: &str) -> usize {
    Tokenizer::O200k.count(text)
}

/// Reads the vocabulary beside other work, so that the first answer does not wait for it.
pub(crate) fn warm_up() {
    std::thread::spawn(|| tokens("a"));
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    n_tokens: usize,
}

impl Budget {
    /// So many tokens, within what is sensible.
    pub(crate) fn of_tokens(n_tokens: usize) -> Budget {
        Budget { n_tokens: n_tokens.clamp(MIN_TOKENS, MAX_TOKENS) }
    }

    /// Takes so many tokens if they fit.
    pub(crate) fn take(&mut self, n_tokens: usize) -> bool {
        match self.n_tokens.checked_sub(n_tokens) {
            Some(left) => {
                self.n_tokens = left;
                true
            }
            None => false,
        }
    }

    /// Tokens that still fit.
    pub(crate) fn n_tokens_left(&self) -> usize {
        self.n_tokens
    }

    /// Characters that still fit on average.
    pub(crate) fn n_chars_left(&self) -> usize {
        self.n_tokens * CHARS_PER_TOKEN
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, MAX_TOKENS, MIN_TOKENS, tokens};

    #[test]
    fn what_does_not_fit_is_not_taken() {
        let mut budget = Budget::of_tokens(MIN_TOKENS);
        assert!(budget.take(MIN_TOKENS - 1));
        assert!(!budget.take(2));
        assert!(budget.take(1));
        assert_eq!(budget.n_tokens_left(), 0);
        assert_eq!(Budget::of_tokens(usize::MAX).n_tokens_left(), MAX_TOKENS);
    }

    #[test]
    fn tokens_are_counted_not_estimated() {
        assert_eq!(tokens("hello world"), 2);
        assert_eq!(tokens(&"{}();".repeat(100)), tokens("{}();".repeat(100).as_str()));
        assert!(tokens("přčžůúďť") > 2, "letters that are rare take more than a quarter of a token");
    }
}
