//! What an assembled context holds: its budget, how tokens are counted, how much of each thing is shown.

use super::declare::settings_group;
use crate::tokens::Tokenizer;

settings_group! {
    /// What an assembled context holds.
    pub struct ContextSettings {
        /// Tokens of the window that context and answer share. 8000, as CodeRAG has it.
        budget_tokens: usize = 8000, from 1 to 1_000_000;
        /// Tokens of it that are left to whoever answers, but never more than a quarter. 2000, as CodeRAG has it.
        reserve_tokens: usize = 2000, from 0 to 1_000_000;
        /// What a token is: `o200k` (exact for OpenAI's models since GPT-4o, close for others) or `chars` (four
        /// letters).
        tokenizer: Tokenizer = Tokenizer::O200k;
        /// Share of what is found. 0.6, 0.3 and 0.1, as CodeRAG has it; what one share does not use flows on to the
        /// others.
        primary_share: f32 = 0.6, from 0.0 to 1.0;
        /// Share of what is related to it.
        related_share: f32 = 0.3, from 0.0 to 1.0;
        /// Share of how the files of both depend on each other.
        graph_share: f32 = 0.1, from 0.0 to 1.0;
        /// How much of the share of what is found goes to signatures before any body is shown: a file that is named can
        /// be opened, a file that is left out is not known. 0.3: in 2000 tokens all of 536 questions find their file
        /// named, 97 % with lines of it; with 0.15 that is 99 % and 98 %, with 0.5 all and 96 %.
        signature_share: f32 = 0.3, from 0.0 to 1.0;
        /// Results of the search that are considered. 30: three screens.
        hits: usize = 30, from 1 to 1000;
        /// Lines of one result at most, around the match. 50, as CocoSearch has it.
        max_lines: usize = 50, from 1 to 1000;
        /// Lines of a result whose body does not fit. 8: in 1000 tokens 95 % of these questions find lines of
        /// their file, with 12 lines 94 %.
        excerpt_lines: usize = 8, from 1 to 1000;
        /// Related definitions at most. 10, as CodeRAG has it.
        max_related: usize = 10, from 0 to 1000;
        /// Tokens of a repository map. 2000: a screen or two.
        map_tokens: usize = 2000, from 1 to 1_000_000;
    }
}
