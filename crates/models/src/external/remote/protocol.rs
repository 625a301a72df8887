//! The two languages that servers of models speak: where they are asked, how texts are asked for, how vectors are told.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde_json::{Value, json};
use std::fmt;

/// A language of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Ollama,
    OpenAi,
}

/// What a server is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// The vectors of texts.
    Embed,
    /// The reply to a message.
    Chat,
}

impl Protocol {
    /// The full URL from what the user gave: with or without scheme, version and path.
    pub(crate) fn url(self, base: &str, task: Task) -> String {
        let base = base.trim().trim_end_matches('/');
        let base = if base.contains("://") { base.to_owned() } else { format!("http://{base}") };
        let has_path = base.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
        let path = self.path(task);
        match self {
            _ if base.ends_with(path) => base,
            Protocol::OpenAi if !has_path => format!("{base}/v1{path}"),
            Protocol::Ollama | Protocol::OpenAi => format!("{base}{path}"),
        }
    }

    fn path(self, task: Task) -> &'static str {
        match (self, task) {
            (Protocol::Ollama, Task::Embed) => "/api/embed",
            (Protocol::Ollama, Task::Chat) => "/api/chat",
            (Protocol::OpenAi, Task::Embed) => "/embeddings",
            (Protocol::OpenAi, Task::Chat) => "/chat/completions",
        }
    }

    /// The body of a request. `dimensions` is named only if the model shall shorten its vectors: many servers refuse
    /// the word as such.
    pub(crate) fn request(self, model: &str, texts: &[String], dimensions: Option<usize>) -> Value {
        let mut body = match self {
            Protocol::Ollama => json!({ "model": model, "input": texts, "truncate": true }),
            Protocol::OpenAi => json!({ "model": model, "input": texts, "encoding_format": "float" }),
        };
        if let Some(dimensions) = dimensions {
            body["dimensions"] = dimensions.into();
        }
        body
    }

    /// The vectors of an answer, in the order of the texts; what is wrong with it otherwise.
    pub(crate) fn vectors(self, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
        match self {
            Protocol::Ollama => {
                let answer: OllamaAnswer = serde_json::from_slice(body).map_err(|error| error.to_string())?;
                Ok(answer.embeddings.into_iter().map(|numbers| numbers.0).collect())
            }
            Protocol::OpenAi => {
                let mut answer: OpenAiAnswer = serde_json::from_slice(body).map_err(|error| error.to_string())?;
                // Stable, so that a server that leaves the position out is taken at its order.
                answer.data.sort_by_key(|item| item.index.unwrap_or(0));
                let has_gap = |(place, item): (usize, &OpenAiItem)| item.index.is_some_and(|index| index != place);
                match answer.data.iter().enumerate().any(has_gap) {
                    true => Err("a position is missing or given twice".to_owned()),
                    false => Ok(answer.data.into_iter().map(|item| item.embedding.0).collect()),
                }
            }
        }
    }

    /// The command that makes the server fetch a model.
    pub(crate) fn fetched_by(self, model: &str) -> Option<String> {
        (self == Protocol::Ollama).then(|| format!("ollama pull {model}"))
    }
}

#[derive(Deserialize)]
struct OllamaAnswer {
    embeddings: Vec<Numbers>,
}

#[derive(Deserialize)]
struct OpenAiAnswer {
    data: Vec<OpenAiItem>,
}

#[derive(Deserialize)]
struct OpenAiItem {
    index: Option<usize>,
    embedding: Numbers,
}

/// One vector: a list of numbers (`null` is what some servers make of NaN), or base64 of little-endian f32.
struct Numbers(Vec<f32>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        deserializer.deserialize_any(NumbersVisitor)
    }
}

struct NumbersVisitor;

impl<'de> Visitor<'de> for NumbersVisitor {
    type Value = Numbers;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of numbers or base64")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Numbers, A::Error> {
        let mut numbers = Vec::with_capacity(list.size_hint().unwrap_or(0));
        // Read wide: what is too large for 32 bits becomes infinite, and is refused as that.
        while let Some(number) = list.next_element::<Option<f64>>()? {
            numbers.push(number.map_or(f32::NAN, |number| number as f32));
        }
        Ok(Numbers(numbers))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Numbers, E> {
        let bytes = BASE64_STANDARD.decode(text).map_err(E::custom)?;
        let (numbers, rest) = bytes.as_chunks::<4>();
        match rest {
            [] => Ok(Numbers(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())),
            _ => Err(E::custom("base64 of something else than 32-bit numbers")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Protocol, Task};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(protocol: Protocol, answer: &str, expected: Expect) {
        expected.assert_eq(&format!("{:?}", protocol.vectors(answer.as_bytes())));
    }

    #[test]
    fn an_address_may_be_given_in_many_ways() {
        let urls_for = |task: Task, protocol: Protocol, bases: &[&str]| {
            bases.iter().map(|base| protocol.url(base, task) + "\n").collect::<String>()
        };
        let urls = |protocol: Protocol, bases: &[&str]| urls_for(Task::Embed, protocol, bases);
        expect![[r#"
            http://127.0.0.1:11434/api/embed
            http://box:11434/api/embed
            https://host/ollama/api/embed
        "#]]
        .assert_eq(&urls(Protocol::Ollama, &["http://127.0.0.1:11434", " box:11434/", "https://host/ollama"]));
        expect![[r#"
            https://api.openai.com/v1/embeddings
            http://127.0.0.1:8080/v1/embeddings
            https://host/v1/embeddings
            https://host/openai/v2/embeddings
        "#]]
        .assert_eq(&urls(
            Protocol::OpenAi,
            &["https://api.openai.com/v1/", "127.0.0.1:8080", "https://host/v1/embeddings", "https://host/openai/v2"],
        ));
        expect![[r#"
            http://127.0.0.1:11434/api/chat
            http://127.0.0.1:8080/v1/chat/completions
            https://host/v1/chat/completions
        "#]]
        .assert_eq(
            &(urls_for(Task::Chat, Protocol::Ollama, &["127.0.0.1:11434"])
                + &urls_for(Task::Chat, Protocol::OpenAi, &["127.0.0.1:8080", "https://host/v1/chat/completions"])),
        );
    }

    #[test]
    fn vectors_come_as_lists_or_as_base64_and_in_any_order() {
        check(Protocol::Ollama, r#"{"embeddings": [[1, 2.5], [0, null]]}"#, expect!["Ok([[1.0, 2.5], [0.0, NaN]])"]);
        check(
            Protocol::OpenAi,
            r#"{"data": [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": "AACAPw=="}]}"#,
            expect!["Ok([[1.0], [2.0]])"],
        );
        check(Protocol::OpenAi, r#"{"data": [{"embedding": [3]}, {"embedding": [2]}]}"#, expect!["Ok([[3.0], [2.0]])"]);
    }

    #[test]
    fn what_is_no_answer_says_why() {
        check(
            Protocol::Ollama,
            r#"{"embedding": [1]}"#,
            expect![[r#"Err("missing field `embeddings` at line 1 column 18")"#]],
        );
        check(Protocol::Ollama, "<html>", expect![[r#"Err("expected value at line 1 column 1")"#]]);
        check(
            Protocol::OpenAi,
            r#"{"data": [{"index": 1, "embedding": [2]}, {"index": 1, "embedding": [2]}]}"#,
            expect![[r#"Err("a position is missing or given twice")"#]],
        );
        check(
            Protocol::OpenAi,
            r#"{"data": [{"embedding": "AACA"}]}"#,
            expect![[r#"Err("base64 of something else than 32-bit numbers at line 1 column 30")"#]],
        );
    }
}
