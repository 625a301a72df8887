//! Code as it is sent: what it costs, and what of it is sent.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::Value;

use crate::budget::tokens;
use crate::mcp::reader::Reader;

/// Tokens that code takes in the form it is sent in: in JSON, quotes, tabs and line ends are escaped.
pub(super) fn sent_tokens(code: &str, reader: Reader) -> usize {
    match reader {
        Reader::OfText => tokens(code),
        Reader::OfStructure => tokens(&Value::from(code).to_string()),
    }
}

/// Text without the tails of very long lines.
pub(super) fn cut_lines(text: &str, max_chars: usize) -> Cow<'_, str> {
    if text.lines().all(|line| line.len() <= max_chars) {
        return Cow::Borrowed(text);
    }
    let cut = |line: &str| match line.char_indices().nth(max_chars) {
        Some((at, _)) => format!("{}…\n", &line[..at]),
        None => format!("{line}\n"),
    };
    Cow::Owned(text.lines().map(cut).collect())
}

/// As many lines as fit, and how many there are more, which takes a little beside.
pub(super) fn first_lines(text: &str, room: usize, reader: Reader) -> String {
    let mut kept = String::new();
    let mut left = room;
    for line in text.split_inclusive('\n') {
        let cost = sent_tokens(line, reader);
        if cost > left {
            break;
        }
        left -= cost;
        kept.push_str(line);
    }
    let n_more = text.lines().count() - kept.lines().count();
    add_rest(&mut kept, n_more);
    kept
}

/// Says below code how many lines of it are not sent.
pub(super) fn add_rest(code: &mut String, n_more: usize) {
    let _ = writeln!(code, "… {n_more} more {}", if n_more == 1 { "line" } else { "lines" });
}
