//! A language model behind HTTP: one message in, its reply out, in either protocol.
//!
//! Asked once and not again: whoever waits for a reply has other things to go by. Never here: what the message says.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::protocol::{Protocol, Task};
use super::service::{Address, Patience, Service};
use crate::error::EmbedError;
use crate::external::access::Stop;
use crate::external::remote::failure::Failure;

/// Tokens of a reply: a number and the few words that some models cannot do without.
const MAX_REPLY_TOKENS: u32 = 16;

/// A language model behind HTTP.
pub(crate) struct Chat {
    service: Service,
}

impl Chat {
    pub(crate) fn new(address: Address) -> Chat {
        Chat { service: Service::new(address, Task::Chat, None) }
    }

    /// What the model says to a message.
    pub(crate) fn reply(&self, message: &str, timeout: Duration, stop: &Stop) -> Result<String, EmbedError> {
        let patience = Patience { timeout, retries: 0, backoff: Duration::ZERO };
        let protocol = self.service.protocol();
        let body = request(protocol, self.service.model(), message);
        self.service.ask(&body, patience, stop, |answer| reply_in(protocol, answer)).map_err(Failure::into_error)
    }
}

/// The body of a request. At temperature 0 the likeliest reply is given, as far as the server keeps its word.
fn request(protocol: Protocol, model: &str, message: &str) -> Value {
    let messages = json!([{ "role": "user", "content": message }]);
    match protocol {
        // A model that thinks aloud would spend all its tokens on that.
        Protocol::Ollama => json!({
            "model": model, "messages": messages, "stream": false, "think": false,
            "options": { "temperature": 0, "num_predict": MAX_REPLY_TOKENS },
        }),
        Protocol::OpenAi => {
            json!({ "model": model, "messages": messages, "temperature": 0, "max_tokens": MAX_REPLY_TOKENS })
        }
    }
}

/// The reply in an answer; what is wrong with it otherwise.
fn reply_in(protocol: Protocol, body: &[u8]) -> Result<String, String> {
    let message = match protocol {
        Protocol::Ollama => serde_json::from_slice(body).map(|answer: OllamaAnswer| Some(answer.message)),
        Protocol::OpenAi => serde_json::from_slice(body)
            .map(|answer: OpenAiAnswer| answer.choices.into_iter().next().map(|choice| choice.message)),
    };
    let message = message.map_err(|error| error.to_string())?.ok_or_else(|| "it holds no choice".to_owned())?;
    Ok(message.content.unwrap_or_default())
}

#[derive(Deserialize)]
struct OllamaAnswer {
    message: Message,
}

#[derive(Deserialize)]
struct OpenAiAnswer {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    /// `null` if the model has only thought.
    content: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{Protocol, reply_in};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(protocol: Protocol, answer: &str, expected: Expect) {
        expected.assert_eq(&format!("{:?}", reply_in(protocol, answer.as_bytes())));
    }

    #[test]
    fn a_reply_is_found_in_either_protocol() {
        check(Protocol::Ollama, r#"{"message": {"role": "assistant", "content": "85"}}"#, expect![[r#"Ok("85")"#]]);
        check(Protocol::OpenAi, r#"{"choices": [{"message": {"content": "7"}}]}"#, expect![[r#"Ok("7")"#]]);
        check(Protocol::OpenAi, r#"{"choices": [{"message": {"content": null}}]}"#, expect![[r#"Ok("")"#]]);
    }

    #[test]
    fn what_is_no_answer_says_why() {
        check(Protocol::OpenAi, r#"{"choices": []}"#, expect![[r#"Err("it holds no choice")"#]]);
        check(
            Protocol::Ollama,
            r#"{"response": "85"}"#,
            expect![[r#"Err("missing field `message` at line 1 column 18")"#]],
        );
        check(Protocol::Ollama, "<html>", expect![[r#"Err("expected value at line 1 column 1")"#]]);
    }
}
