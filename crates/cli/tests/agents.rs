//! Real agents, told about Quarry by `quarry install`: each lists it, starts it, and carries a question to it and its answer back.
//!
//! Not part of the gate: QUARRY_AGENTS=1 runs it, after `crates/server/tests/clients/agents/install` has fetched the agents into
//! `target/agents`. They change often and are large; what they said last stands in `docs/agents.md`.

use serde_json::json;

use crate::clients::{installed, run};
use crate::support::{SHOP, Sandbox, text};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/clients/agents/run.mjs");
const AGENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/agents");

#[test]
fn real_agents_list_start_and_ask_what_was_installed() {
    if std::env::var_os("QUARRY_AGENTS").is_none() {
        return;
    }
    let clients = installed().expect("Node, which the clients bring");
    let sandbox = Sandbox::new(SHOP);
    let places = json!({
        "packages": AGENTS,
        "quarry": env!("CARGO_BIN_EXE_quarry"),
        "work": text(&sandbox.beside("agents")),
        "only": std::env::var_os("QUARRY_AGENT").map(|id| id.to_string_lossy().into_owned()),
    });
    run(&sandbox, &clients.join("node_modules/.bin/node"), &[SCRIPT, &places.to_string()]);
}
