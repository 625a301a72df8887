//! Notes of answers, for `quarry savings`: what a caller read, and from which files its code came.

use std::sync::Arc;

use quarry_engine::AnsweredCall;
use serde_json::Value;

use crate::repository::Repository;

/// Notes an answer; on a thread that may touch the disk.
pub(crate) fn note(repository: &Repository, call: &AnsweredCall<'_>) {
    if let Some(log) = repository.engine().savings_log() {
        log.note(call);
    }
}

/// Notes what a tool answered, while the answer is on its way.
pub(crate) fn note_tool(repository: Arc<Repository>, tool: &'static str, n_bytes: usize, structured: &Value) {
    let paths: Vec<String> = shown_paths(structured).into_iter().map(str::to_owned).collect();
    tokio::task::spawn_blocking(move || {
        let kind = format!("mcp {tool}");
        let paths = paths.iter().map(String::as_str).collect();
        note(&repository, &AnsweredCall { kind: &kind, n_bytes, n_tokens: None, paths, index: None });
    });
}

/// The files whose code a tool showed. Users and other relations are lines of a list; nobody would have read their
/// files whole.
fn shown_paths(structured: &Value) -> Vec<&str> {
    let lists = ["hits", "found"].into_iter().filter_map(|name| structured[name].as_array());
    let is_shown = |place: &&Value| place.get("relation").is_none() && place.get("depth").is_none();
    lists.flatten().filter(is_shown).filter_map(|place| place["path"].as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::shown_paths;
    use serde_json::json;

    #[test]
    fn files_that_are_only_named_do_not_count() {
        let found = json!([{ "path": "a.rs", "line": 1 }, { "path": "b.rs", "relation": "calls", "depth": 1 }]);
        assert_eq!(shown_paths(&json!({ "found": found })), ["a.rs"]);
        assert_eq!(shown_paths(&json!({ "hits": [{ "path": "c.rs" }], "total": 1 })), ["c.rs"]);
        assert!(shown_paths(&json!({ "files": 3 })).is_empty());
    }
}
