//! A line of the REPL -> what it asks for. A line that begins with a colon is a command, every other a question.

use quarry_engine::nearest;

use crate::args::MAX_LIMIT;
use crate::report::UsageError;

/// What may be typed, for `:help`.
pub(super) const HELP: &str = "\
words              a question; filters may stand in it: retry lang:rust -path:tests
:filter FILTERS    for all questions from now on; `:filter` shows them, `:filter off` ends them
:limit N           at most so many results
:open N            open a result in $VISUAL or $EDITOR
:why N             why a result stands where it stands
:help              this
:quit              leave; so does the end of the input
";

const COMMANDS: [&str; 6] = ["filter", "limit", "open", "why", "help", "quit"];

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Nothing,
    Ask(String),
    ShowFilters,
    Filter(String),
    NoFilters,
    Limit(u16),
    /// The number of a result, from 1.
    Open(usize),
    Why(usize),
    Help,
    Quit,
}

impl Line {
    pub(super) fn read(typed: &str) -> Result<Line, UsageError> {
        let typed = typed.trim();
        let Some(command) = typed.strip_prefix(':') else {
            return Ok(if typed.is_empty() { Line::Nothing } else { Line::Ask(typed.to_owned()) });
        };
        let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        Ok(match name {
            "filter" | "f" if rest.is_empty() => Line::ShowFilters,
            "filter" | "f" if ["off", "none"].contains(&rest) => Line::NoFilters,
            "filter" | "f" => Line::Filter(rest.to_owned()),
            "limit" | "n" => Line::Limit(limit(rest)?),
            "open" | "o" => Line::Open(result(rest, "open")?),
            "why" | "w" => Line::Why(result(rest, "why")?),
            "help" | "h" | "?" => Line::Help,
            "quit" | "q" | "exit" => Line::Quit,
            _ => return Err(unknown(name)),
        })
    }
}

fn limit(text: &str) -> Result<u16, UsageError> {
    let number = text.parse().ok().filter(|number: &u16| MAX_LIMIT.contains(&i64::from(*number)));
    number.ok_or_else(|| UsageError {
        what: format!("`{text}` is no number from {} to {}", MAX_LIMIT.start(), MAX_LIMIT.end()),
        help: Some("`:limit 5`".to_owned()),
    })
}

fn result(text: &str, command: &str) -> Result<usize, UsageError> {
    // Without a number the first is meant.
    let number = if text.is_empty() { Some(1) } else { text.parse().ok().filter(|number| *number > 0) };
    number.ok_or_else(|| UsageError {
        what: format!("`{text}` is no number of a result"),
        help: Some(format!("`:{command} 1` is the best one")),
    })
}

fn unknown(name: &str) -> UsageError {
    let near = nearest(name, COMMANDS).map(|near| format!("did you mean `:{near}`? "));
    UsageError {
        what: format!("there is no command `:{name}`"),
        help: Some(format!("{}`:help` lists all", near.unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::Line;
    use expect_test::{Expect, expect};

    fn check(typed: &str, expected: Expect) {
        expected.assert_eq(&match Line::read(typed) {
            Ok(line) => format!("{line:?}"),
            Err(error) => format!("{error}; {}", error.help.as_deref().unwrap_or_default()),
        });
    }

    #[test]
    fn a_colon_begins_a_command_and_everything_else_is_a_question() {
        check("  where is it ", expect![[r#"Ask("where is it")"#]]);
        check("std::io :open", expect![[r#"Ask("std::io :open")"#]]);
        check("", expect!["Nothing"]);
        check(":filter lang:rust  path:src", expect![[r#"Filter("lang:rust  path:src")"#]]);
        check(":filter", expect!["ShowFilters"]);
        check(":filter off", expect!["NoFilters"]);
        check(":limit 5", expect!["Limit(5)"]);
        check(":open", expect!["Open(1)"]);
        check(":why 3", expect!["Why(3)"]);
        check(":q", expect!["Quit"]);
    }

    #[test]
    fn a_wrong_command_is_told_what_would_be_right() {
        check(":opne 2", expect!["there is no command `:opne`; did you mean `:open`? `:help` lists all"]);
        check(":", expect!["there is no command `:`; `:help` lists all"]);
        check(":limit 0", expect!["`0` is no number from 1 to 1000; `:limit 5`"]);
        check(":limit many", expect!["`many` is no number from 1 to 1000; `:limit 5`"]);
        check(":why 0", expect!["`0` is no number of a result; `:why 1` is the best one"]);
    }
}
