//! Which part of a tool's result reaches the model. The code of an answer goes there, and only there.
//!
//! A result has a text and a structured form, and the protocol does not say which of them a client shows to its model. Seen in
//! the autumn of 2026: Claude Code (anthropics/claude-code#79944) and Codex (openai/codex#38287) show the structured form alone
//! whenever there is one; OpenCode (anomalyco/opencode#34505), Kimi (MoonshotAI/kimi-code#3234), Claude's apps, Copilot, Cursor and
//! Gemini show the text alone; a few show both. So code in one form only would be lost on half of the clients, and code in
//! both would cost the last group twice. Quarry knows who asks, and sends the code once, in the form that is read. The other form
//! still says where everything is, so a client that this file does not know yet loses nothing it could not read from disk.

use axum::http::header;
use axum::http::request::Parts;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// Clients that show the structured form alone, by what their names and user agents begin with.
const READ_STRUCTURE: [&str; 2] = ["claude-code", "codex"];

/// The part of a result that a client shows to its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    OfText,
    OfStructure,
}

impl Reader {
    /// By the name that the client gives itself; over HTTP without a session, by its `User-Agent`.
    pub(super) fn behind(context: &RequestContext<RoleServer>) -> Reader {
        let head = context.extensions.get::<Parts>();
        let agent = head.and_then(|head| head.headers.get(header::USER_AGENT)?.to_str().ok());
        let name = context.client_info().map(|client| client.name);
        name.as_deref().or(agent).map_or(Reader::OfText, Reader::named)
    }

    fn named(client: &str) -> Reader {
        let client = client.to_lowercase();
        match READ_STRUCTURE.iter().any(|known| client.starts_with(known)) {
            true => Reader::OfStructure,
            false => Reader::OfText,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;

    #[test]
    fn clients_are_told_apart_by_name() {
        for (client, expected) in [
            ("claude-code", Reader::OfStructure),
            ("codex-mcp-client", Reader::OfStructure),
            ("claude-ai", Reader::OfText),
            ("Visual Studio Code", Reader::OfText),
            ("", Reader::OfText),
        ] {
            assert_eq!(Reader::named(client), expected, "{client}");
        }
    }
}
