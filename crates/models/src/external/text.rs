//! What such a model reads: one text per passage or question, with the model's prefix, no longer than it takes.
//!
//! In:  a [`Passage`] or a question. Out: the text that is sent and hashed for the cache; `None` if there is nothing to
//! embed. The file's card is left out: these models average over all they read, and the card would drown the chunk.

use super::config::ModelConfig;
use super::families;
use crate::embedder::Passage;

/// Bytes per token that no text has on average: what is cut is what no model would have read. Ollama and tokenizers cut the
/// rest exactly; servers that refuse what is too long are asked again with less (`remote`).
const MAX_BYTES_PER_TOKEN: usize = 8;
/// Tokens that a model reads of which nothing is known. The usual limit of services; smaller models cut themselves.
const DEFAULT_MAX_TOKENS: usize = 8192;
/// Changes with what [`Texts::of_passage`] makes of a passage, so that old vectors are not taken for new ones.
pub(crate) const LAYOUT: &str = "path, enclosing, body 1";

/// How a model's texts are made.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    pub(crate) passage_prefix: String,
    pub(crate) query_prefix: String,
    pub(crate) max_tokens: usize,
}

impl Texts {
    pub(crate) fn for_model(config: &ModelConfig) -> Texts {
        let family = families::of(&config.model);
        let known = |own: &Option<String>, familys: Option<&str>| {
            own.clone().unwrap_or_else(|| familys.unwrap_or_default().to_owned())
        };
        Texts {
            passage_prefix: known(&config.passage_prefix, family.map(|family| family.passage)),
            query_prefix: known(&config.query_prefix, family.map(|family| family.query)),
            max_tokens: config.max_tokens.or(family.map(|family| family.max_tokens)).unwrap_or(DEFAULT_MAX_TOKENS),
        }
    }

    /// Path, enclosing names and body, a line each. A passage without a body is nothing, whatever its path.
    pub(crate) fn of_passage(&self, passage: &Passage<'_>) -> Option<String> {
        let is_empty = passage.body.trim().is_empty();
        (!is_empty).then(|| self.limited(&self.passage_prefix, &joined(passage)))
    }

    pub(crate) fn of_query(&self, query: &str) -> Option<String> {
        let query = query.trim();
        (!query.is_empty()).then(|| self.limited(&self.query_prefix, query))
    }

    fn limited(&self, prefix: &str, text: &str) -> String {
        let max_bytes = self.max_tokens.saturating_mul(MAX_BYTES_PER_TOKEN);
        format!("{prefix}{}", cut(text, max_bytes.saturating_sub(prefix.len())))
    }
}

/// The parts of a passage as one text. The card is not among them.
pub(crate) fn joined(passage: &Passage<'_>) -> String {
    let head = [passage.path, passage.enclosing].map(str::trim);
    let lines = head.into_iter().chain([passage.body.trim_end()]).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// The beginning of a text: at most so many bytes, ending between two characters.
pub(crate) fn cut(text: &str, max_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(max_bytes)]
}

#[cfg(test)]
mod tests {
    use super::Texts;
    use crate::embedder::Passage;
    use crate::external::config::{ModelConfig, Provider};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(config: &ModelConfig, passage: Passage<'_>, expected: Expect) {
        expected.assert_eq(&format!("{:?}", Texts::for_model(config).of_passage(&passage)));
    }

    #[test]
    fn a_passage_is_prefix_path_names_and_body_without_the_card() {
        let passage = Passage { path: "src/a.rs", enclosing: "Shop open", card: "cards", body: "fn open() {}\n" };
        let nomic = ModelConfig::of(Provider::Ollama);
        check(&nomic, passage, expect![[r#"Some("search_document: src/a.rs\nShop open\nfn open() {}")"#]]);
        check(
            &nomic,
            Passage { enclosing: "", ..passage },
            expect![[r#"Some("search_document: src/a.rs\nfn open() {}")"#]],
        );
        check(&nomic, Passage { body: " \n", ..passage }, expect!["None"]);
        let own = ModelConfig { passage_prefix: Some("code: ".to_owned()), ..nomic };
        check(&own, passage, expect![[r#"Some("code: src/a.rs\nShop open\nfn open() {}")"#]]);
    }

    #[test]
    fn a_long_text_ends_between_two_characters() {
        let tiny = ModelConfig { model: "m".to_owned(), max_tokens: Some(1), ..ModelConfig::of(Provider::OpenAi) };
        check(&tiny, Passage { body: "日本語日本語", ..Passage::default() }, expect![[r#"Some("日本")"#]]);
        check(&tiny, Passage { body: "🦀🦀🦀", ..Passage::default() }, expect![[r#"Some("🦀🦀")"#]]);
    }

    #[test]
    fn a_question_has_its_own_prefix() {
        let texts = Texts::for_model(&ModelConfig::of(Provider::Ollama));
        expect![[r#"Some("search_query: open the shop")"#]]
            .assert_eq(&format!("{:?}", texts.of_query(" open the shop ")));
        expect!["None"].assert_eq(&format!("{:?}", texts.of_query(" ")));
    }
}
