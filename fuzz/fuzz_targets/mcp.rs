//! Any bytes on the pipe of `quarry mcp`: nothing panics, and whatever is answered is a line of JSON-RPC.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quarry_server::{Conversations, Place, Subject};

/// Enough for every tool to have something to answer. One for all inputs: they only ask.
static SERVER: LazyLock<Conversations> = LazyLock::new(|| {
    let base = std::env::temp_dir().join(format!("quarry-fuzz-{}", std::process::id()));
    let root = base.join("shop");
    std::fs::create_dir_all(root.join("src")).expect("a directory");
    std::fs::write(root.join("README.md"), "# Shop\n\nSells things.\n").expect("a file");
    let cart =
        "class Cart:\n    def total(self):\n        return add(self.prices)\n\ndef add(all):\n    return sum(all)\n";
    std::fs::write(root.join("src/cart.py"), cart).expect("a file");
    let root = root.canonicalize().expect("its real path");
    let place = Place { root, home: base.join("home"), access: Default::default() };
    let server = Conversations::new(Subject::Place(place)).expect("a server");
    // The first question waits for the index, so that no input does; and if it is not answered, none of them tells anything.
    let first = String::from_utf8(server.hold(FIRST.as_bytes())).expect("text");
    assert!(first.contains("src/cart.py"), "{first}");
    server
});

const FIRST: &str = concat!(
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"f","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":"cart"}}}"#,
);

/// Whole conversations, of all revisions and about all tools.
const CONVERSATIONS: [&str; 6] = [
    include_str!("../seeds/mcp/context.jsonl"),
    include_str!("../seeds/mcp/notifications.jsonl"),
    include_str!("../seeds/mcp/resources.jsonl"),
    include_str!("../seeds/mcp/search.jsonl"),
    include_str!("../seeds/mcp/symbol.jsonl"),
    include_str!("../seeds/mcp/without-handshake.jsonl"),
];

// What begins like JSON is said as it is. Other bytes say how to spoil a conversation, because the fuzzer finds its way into one
// only where it sees which code runs, and the gate builds it without that.
fuzz_target!(|data: &[u8]| {
    let answers = match data {
        [b'{', ..] => SERVER.hold(data),
        [which, faults @ ..] => {
            let whole = CONVERSATIONS[usize::from(*which) % CONVERSATIONS.len()];
            SERVER.hold(&spoilt(whole.as_bytes(), faults))
        }
        [] => SERVER.hold(data),
    };
    for line in String::from_utf8(answers).expect("text").lines() {
        let answer: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(answer["jsonrpc"], "2.0", "{line}");
        // Who asked so badly that no number can be read is answered without one.
        assert!(["id", "method", "error"].iter().any(|key| answer.get(key).is_some()), "{line}");
    }
});

/// Each three bytes are a fault: two say where, the third what.
fn spoilt(whole: &[u8], faults: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for fault in faults.chunks_exact(3) {
        let at = usize::from(u16::from_be_bytes([fault[0], fault[1]])) % (bytes.len() + 1);
        match fault[2] {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..(at + 8).min(bytes.len()))),
            2 => drop(bytes.splice(at..at, *b"[[[[{{{{")),
            3 => drop(bytes.splice(at..at, *b"\\ud800")),
            4 => drop(bytes.splice(at..at, *b"99999999999999999999")),
            5 => drop(bytes.splice(at..at, *b"null")),
            6 => bytes.extend_from_within(at..),
            other => match bytes.get_mut(at) {
                Some(byte) => *byte = other,
                None => bytes.push(other),
            },
        }
    }
    bytes
}
