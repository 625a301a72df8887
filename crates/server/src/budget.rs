//! How much an answer may say to a model.
//!
//! Tokens are estimated as a quarter of the characters, which is what code costs on average. What does not fit is left to the
//! next page, never sent "just this once": a client that gets too much cuts it blindly or refuses all of it (Claude Code at
//! 25,000 tokens).

/// Tokens of an answer, unless the caller says otherwise.
pub(crate) const DEFAULT_TOKENS: usize = 6_000;
/// Fewer could not hold one hit with its code.
pub(crate) const MIN_TOKENS: usize = 500;
/// More would be refused by some clients.
pub(crate) const MAX_TOKENS: usize = 20_000;

const CHARS_PER_TOKEN: usize = 4;

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    n_chars: usize,
}

impl Budget {
    /// So many tokens, within what is sensible.
    pub(crate) fn of_tokens(n_tokens: usize) -> Budget {
        Budget { n_chars: n_tokens.clamp(MIN_TOKENS, MAX_TOKENS) * CHARS_PER_TOKEN }
    }

    /// Takes so many characters if they fit.
    pub(crate) fn take(&mut self, n_chars: usize) -> bool {
        match self.n_chars.checked_sub(n_chars) {
            Some(left) => {
                self.n_chars = left;
                true
            }
            None => false,
        }
    }

    /// Characters that still fit.
    pub(crate) fn n_chars_left(&self) -> usize {
        self.n_chars
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, MAX_TOKENS, MIN_TOKENS};

    #[test]
    fn what_does_not_fit_is_not_taken() {
        let mut budget = Budget::of_tokens(MIN_TOKENS);
        assert!(budget.take(4 * MIN_TOKENS - 1));
        assert!(!budget.take(2));
        assert!(budget.take(1));
        assert_eq!(budget.n_chars_left(), 0);
        assert_eq!(Budget::of_tokens(usize::MAX).n_chars_left(), 4 * MAX_TOKENS);
    }
}
