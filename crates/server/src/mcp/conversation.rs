//! Whole conversations with `quarry mcp` in this process: bytes in, bytes out. For tests with made-up input, which would spend their
//! time on processes and pipes otherwise.

use std::io::Cursor;

use tokio::io::AsyncReadExt;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::stdio::converse;
use super::{Mcp, McpError, Subject};

/// Bytes that may wait to be read; more than most answers.
const PIPE: usize = 64 * 1024;

/// A server that is asked again and again, by a new client each time.
pub struct Conversations {
    mcp: Mcp,
    runtime: Runtime,
}

impl Conversations {
    /// Indexing begins now.
    pub fn new(subject: Subject) -> Result<Conversations, McpError> {
        let mcp = Mcp::about(subject)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(McpError::Start)?;
        Ok(Conversations { mcp, runtime })
    }

    /// All that is answered to a client that says this, line by line, and closes its end.
    pub fn hold(&self, said: &[u8]) -> Vec<u8> {
        let (mut heard, output) = tokio::io::duplex(PIPE);
        let pipes = (Cursor::new([said, b"\n"].concat()), output);
        let mut answers = Vec::new();
        self.runtime.block_on(async {
            let served = converse(self.mcp.clone(), pipes, CancellationToken::new());
            // A client that does not begin as it should has heard what there is to hear.
            let _ = tokio::join!(served, heard.read_to_end(&mut answers));
        });
        answers
    }
}

#[cfg(test)]
mod tests {
    use super::{Conversations, Subject};
    use crate::repository::Place;
    use serde_json::{Value, json};

    #[test]
    fn every_request_is_answered_whatever_stands_between() {
        let dir = tempfile::tempdir().unwrap();
        let root = fs_err::canonicalize(dir.path()).unwrap().join("shop");
        fs_err::create_dir(&root).unwrap();
        fs_err::write(root.join("cart.py"), "def total():\n    return 1\n").unwrap();
        let place = Place { root, home: dir.path().join("home"), access: Default::default() };
        let server = Conversations::new(Subject::Place(place)).unwrap();
        let client = json!({ "name": "test", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let search = json!({ "name": "search", "arguments": { "query": "total" } });
        let said = [
            json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello }).to_string(),
            "{\u{0}[nonsense".to_owned(),
            json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search }).to_string(),
        ];
        // The second client finds the server as the first did.
        for _ in 0..2 {
            let answers = String::from_utf8(server.hold(said.join("\n").as_bytes())).unwrap();
            let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let answered =
                |id: u64| answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("{answers:?}"));
            assert_eq!(answered(1)["result"]["protocolVersion"], "2025-11-25");
            assert_eq!(answered(2)["result"]["structuredContent"]["hits"][0]["path"], "cart.py", "{answers:?}");
        }
        assert_eq!(server.hold(b"\xff\xfe"), b"");
    }
}
