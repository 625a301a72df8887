//! The tool `context`.

use serde_json::{Value, json};

use super::{Agent, n_tokens, text};
use crate::support::{SHOP, Sandbox};

const REVISION: &str = "2025-11-25";

#[test]
fn a_task_gets_its_code_once_in_the_form_that_the_client_reads() {
    let sandbox = Sandbox::new(SHOP);
    for (client, is_in_text) in [("cursor", true), ("claude-code", false)] {
        let mut agent = Agent::greeting(&sandbox, REVISION, client);
        let result = agent.call("context", json!({ "query": "check the password" }));
        let structured = &result["structuredContent"];
        assert_eq!(structured["found"][0]["path"], "src/auth.rs", "{result}");
        assert_eq!(text(&result).contains("given == \"secret\""), is_in_text, "{result}");
        assert_eq!(structured.to_string().contains("given =="), !is_in_text, "{result}");
        let nothing = agent.call("context", json!({ "query": "zzyzx", "lang": "go" }));
        assert!(nothing["isError"] == false && text(&nothing).starts_with("[nothing found; "), "{nothing}");
        agent.leave();
    }
}

#[test]
fn a_context_stays_within_its_budget() {
    let line = |number: u64| format!("    total_{number} = price * {number} + \"{{tax}}\"\n");
    let code = |number: u64| {
        let lines: String = (0..40).map(|offset| line(number * 40 + offset)).collect();
        format!("def price_of_part_{number}(price):\n{lines}    return total_1\n")
    };
    let files: Vec<(String, String)> = (0..30).map(|number| (format!("shop/part_{number}.py"), code(number))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let sandbox = Sandbox::new(&files);
    for client in ["cursor", "claude-code"] {
        let mut agent = Agent::greeting(&sandbox, REVISION, client);
        for max_tokens in [500, 1000, 6000] {
            let result = agent.call("context", json!({ "query": "price of part", "max_tokens": max_tokens }));
            let taken = n_tokens(&result);
            assert!(taken <= max_tokens, "{client}: {taken} of {max_tokens} tokens");
            assert!(result["structuredContent"]["found"].as_array().is_some_and(|found| !found.is_empty()));
        }
        let mistaken: Value = agent.call("context", json!({ "query": "price", "max_token": 600 }));
        assert_eq!(mistaken["isError"], true);
        agent.leave();
    }
}
