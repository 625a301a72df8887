//! Errors as people read them: what failed, why, and what to do next.
//!
//! Libraries state facts; the help line and the exit code are added here, and only here.

use std::fmt;
use std::io::ErrorKind;

use anstyle::{AnsiColor, Style};
use quarry_engine::{
    AskError, CommitError, DiscoverError, FilterError, FilterWordError, IndexError, LocateError, ModelError, OpenError,
    PatternError, RelatedError, SearchError, SettingsError,
};

use quarry_eval::bench::QuestionsError;
use quarry_server::{HttpError, TokensError};

use crate::console::{Console, printable};
use crate::remote::error::ServerError;

const GLOB_HELP: &str = "`*` is any name, `**` any directories, `{a,b}` one of both; write `[[]` for a bracket";

/// Something failed, or nothing was found.
pub(crate) const FAILURE: u8 = 1;
/// The command line or the settings are wrong.
pub(crate) const USAGE: u8 = 2;
/// Ctrl-C, as shells count it.
pub(crate) const STOPPED: u8 = 130;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const CAUSE: Style = AnsiColor::Yellow.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default().bold();

/// A command line that is well formed and still cannot be meant.
#[derive(Debug)]
pub(crate) struct UsageError {
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

impl fmt::Display for UsageError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.what)
    }
}

impl std::error::Error for UsageError {}

/// Tells the user and returns the exit code.
pub(crate) fn error(error: &anyhow::Error, console: &mut Console) -> u8 {
    if is_closed_pipe(error) {
        return 0;
    }
    let advice = Advice::on(error);
    console.complain(&laid_out(error, advice.help.as_deref()));
    advice.code
}

/// An error, its causes and what to do about it, for a line on a screen.
pub(crate) fn in_short(error: &anyhow::Error) -> String {
    let help = Advice::on(error).help;
    [Some(one_line(error)), help].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// An error and its causes on one line, for a note about something that did not stop the work.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    causes(error).join(": ")
}

/// Whoever read our output has enough of it.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    io_errors.into_iter().any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

/// Something that failed without an error that ends the command.
pub(crate) fn problem(what: &str, help: Option<&str>) -> String {
    laid_out(&anyhow::anyhow!("{what}"), help)
}

fn laid_out(error: &anyhow::Error, help: Option<&str>) -> String {
    let mut text = String::new();
    let mut line = |label: &str, style: Style, what: &str| {
        let what = printable(what).replace('\n', "\n       ");
        text.push_str(&format!("{style}{label:>5}:{style:#} {what}\n"));
    };
    for (index, cause) in causes(error).iter().enumerate() {
        match index {
            0 => line("error", ERROR, cause),
            _ => line("cause", CAUSE, cause),
        }
    }
    if let Some(help) = help {
        line("help", HELP, help);
    }
    text
}

/// What each level says, without levels that only repeat the one above.
fn causes(error: &anyhow::Error) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for cause in error.chain() {
        let text = cause.to_string();
        if !texts.last().is_some_and(|above| above.ends_with(&text)) {
            texts.push(text);
        }
    }
    texts
}

/// What to do about an error, and how the process ends.
struct Advice {
    code: u8,
    help: Option<String>,
}

impl Advice {
    fn on(error: &anyhow::Error) -> Advice {
        let usage = |help: &str| Advice { code: USAGE, help: Some(help.to_owned()) };
        if let Some(error) = error.downcast_ref::<UsageError>() {
            return Advice { code: USAGE, help: error.help.clone() };
        }
        if let Some(error) = error.downcast_ref::<ServerError>() {
            return Advice { code: error.exit_code(), help: error.help() };
        }
        if error.is::<LocateError>() {
            return usage("name a directory or file that exists and may be read");
        }
        if error.is::<FilterError>() {
            return usage(GLOB_HELP);
        }
        if let Some(error) = error.downcast_ref::<SettingsError>() {
            return match error {
                SettingsError::Read { .. } => Advice::failure("make the file readable, or remove it"),
                SettingsError::Invalid(_) => usage("`quarry config show` prints every key with its reason"),
            };
        }
        if let Some(error) = error.downcast_ref::<RelatedError>() {
            return Advice::on_related(error);
        }
        if let Some(error) = error.downcast_ref::<AskError>() {
            return Advice::on_ask(error);
        }
        if error.is::<QuestionsError>() {
            return usage("`quarry help eval` shows what a file of questions looks like");
        }
        match error.downcast_ref() {
            Some(SearchError::EmptyQuery) => return usage("ask for a word or a name: `quarry search \"open file\"`"),
            Some(SearchError::FilterWord(error)) => return Advice::on_filter_word(error),
            Some(SearchError::Filter(_)) => return usage(GLOB_HELP),
            Some(SearchError::Rerank(error)) => return Advice::on_rerank(error),
            _ => {}
        }
        if let Some(error) = error.downcast_ref::<FilterWordError>() {
            return Advice::on_filter_word(error);
        }
        if let Some(error) = error.downcast_ref::<PatternError>() {
            return usage(on_pattern(error));
        }
        if let Some(help) = on_server(error) {
            return usage(help);
        }
        if let Some(IndexError::Discover(DiscoverError::Glob { .. })) = error.downcast_ref() {
            return usage("globs are written as in .gitignore: `*.min.js`, `build/`, `!keep.me`");
        }
        if let Some(error) = model_error(error) {
            return Advice { code: FAILURE, help: error.help() };
        }
        match open_error(error) {
            Some(error) => Advice::on_open(error),
            None => Advice::on_commit(error),
        }
    }

    fn on_filter_word(error: &FilterWordError) -> Advice {
        let near = error.nearest.as_ref().map(|near| format!("did you mean `{near}`?"));
        let list = "`quarry languages` lists languages, `quarry help search` all kinds";
        let help = near.map_or_else(|| list.to_owned(), |near| format!("{near} {list}"));
        Advice { code: USAGE, help: Some(help) }
    }

    fn on_rerank(error: &ModelError) -> Advice {
        let without = "`--no-rerank` answers without it";
        let help = error.help().map_or_else(|| without.to_owned(), |help| format!("{help}\n{without}"));
        Advice { code: FAILURE, help: Some(help) }
    }

    fn on_related(error: &RelatedError) -> Advice {
        let usage = |help: &str| Advice { code: USAGE, help: Some(help.to_owned()) };
        match error {
            RelatedError::NotIndexed { .. } => usage("`quarry status --skipped` names what was left out, and why"),
            RelatedError::NoSuchLine { .. } => usage("name a line that the file has"),
            RelatedError::NoWord => usage("name a line with code or text"),
            RelatedError::Search(_) => Advice::failure("run `quarry index --rebuild`"),
        }
    }

    /// That nothing has a name is an answer, as no hits are; a file that is not there was named wrongly.
    fn on_ask(error: &AskError) -> Advice {
        let did_you_mean = |alike: Vec<String>| format!("did you mean {}?", alike.join(", or "));
        let quoted = |word: &dyn fmt::Display| format!("`{word}`");
        match error {
            AskError::NoSymbol { alike, .. } if alike.is_empty() => {
                Advice::failure("`quarry search` finds definitions by other words")
            }
            AskError::NoSymbol { alike, .. } => {
                Advice::failure(&did_you_mean(alike.iter().map(|name| quoted(name)).collect()))
            }
            AskError::NoFile { alike, .. } => {
                let hint = "name a file from here or from the root; `quarry status --skipped` names what was left out";
                let alike: Vec<String> = alike.iter().map(|path| quoted(path)).collect();
                let help = if alike.is_empty() { hint.to_owned() } else { did_you_mean(alike) };
                Advice { code: USAGE, help: Some(help) }
            }
            AskError::NoSymbolAt { path, .. } => {
                Advice { code: USAGE, help: Some(format!("`quarry outline {path}` lists its definitions")) }
            }
            AskError::Read(_) => Advice::failure("run `quarry index --rebuild`"),
        }
    }

    fn failure(help: &str) -> Advice {
        Advice { code: FAILURE, help: Some(help.to_owned()) }
    }

    fn on_open(error: &OpenError) -> Advice {
        match error {
            OpenError::Missing { .. } => Advice::failure("run `quarry index` first"),
            OpenError::Format { .. } | OpenError::Damaged { .. } => Advice::failure("run `quarry index --rebuild`"),
            OpenError::Read { .. } => Advice::failure("make the folder readable, or set QUARRY_HOME to another one"),
        }
    }

    fn on_commit(error: &anyhow::Error) -> Advice {
        match commit_error(error) {
            Some(CommitError::Busy { .. }) => {
                Advice::failure("wait until the other quarry process is done, then try again")
            }
            Some(CommitError::Write { .. }) => Advice::failure(
                "free space and make the folder writable, or set QUARRY_HOME to a folder that can be written",
            ),
            Some(CommitError::Index { .. }) => Advice::failure("run `quarry index --rebuild`"),
            Some(CommitError::Open(_)) | None => match error.downcast_ref() {
                Some(SearchError::Read(_)) => Advice::failure("run `quarry index --rebuild`"),
                _ => Advice { code: FAILURE, help: None },
            },
        }
    }
}

/// What to do about a server that was told to start as it cannot.
fn on_server(error: &anyhow::Error) -> Option<&'static str> {
    match (error.downcast_ref(), error.is::<TokensError>()) {
        (Some(HttpError::Open { .. }), _) => {
            Some("name a file of tokens with --tokens, or listen on 127.0.0.1; `quarry help serve` says more")
        }
        (Some(HttpError::Listen { .. }), _) => {
            Some("choose another address with --listen; port 0 takes any that is free")
        }
        (_, true) => Some("`quarry help serve` shows what a file of tokens looks like"),
        _ => None,
    }
}

fn on_pattern(error: &PatternError) -> &'static str {
    match error {
        PatternError::Empty => "name what to look for: `quarry grep open_index`",
        PatternError::SpansLines => "search for one line of it; with -F, `\\n` stands for itself",
        PatternError::Syntax { .. } => {
            "-F searches for the pattern as it stands; or put `\\` before a character that means itself"
        }
        PatternError::Unusable { .. } => "repeat less, or search for a part of it",
    }
}

/// Transparent errors hide what they hold from the chain, so each is looked into.
fn open_error(error: &anyhow::Error) -> Option<&OpenError> {
    match (error.downcast_ref(), error.downcast_ref(), commit_error(error)) {
        (Some(IndexError::Open(inner)), _, _) | (_, Some(SearchError::Open(inner)), _) => Some(inner),
        (_, _, Some(CommitError::Open(inner))) => Some(inner),
        _ => error.downcast_ref(),
    }
}

fn model_error(error: &anyhow::Error) -> Option<&ModelError> {
    match error.downcast_ref() {
        Some(IndexError::Model(inner)) => Some(inner),
        _ => error.downcast_ref(),
    }
}

fn commit_error(error: &anyhow::Error) -> Option<&CommitError> {
    match error.downcast_ref() {
        Some(IndexError::Commit(inner)) => Some(inner),
        _ => error.downcast_ref(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Advice, UsageError, is_closed_pipe, laid_out};
    use anyhow::{Context, anyhow};
    use expect_test::{Expect, expect};
    use quarry_engine::{CommitError, IndexError, OpenError};
    use std::io;

    fn check(error: &anyhow::Error, expected: Expect) {
        let advice = Advice::on(error);
        let text = laid_out(error, advice.help.as_deref());
        expected.assert_eq(&format!("{}exit {}\n", anstream::adapter::strip_str(&text), advice.code));
    }

    #[test]
    fn an_error_says_what_why_and_what_to_do() {
        let open = OpenError::Format { dir: "/home/ana/.cache/quarry".into(), found: "3".to_owned(), expected: 5 };
        let error = anyhow!(IndexError::Open(open)).context("cannot search /home/ana/shop");
        check(
            &error,
            expect![[r#"
                error: cannot search /home/ana/shop
                cause: the index in /home/ana/.cache/quarry has format 3, this build reads format 5
                 help: run `quarry index --rebuild`
                exit 1
            "#]],
        );
        let full = CommitError::Write { dir: "/cache".into(), source: io::Error::other("No space left on device") };
        check(
            &anyhow!(IndexError::Commit(full)),
            expect![[r#"
                error: cannot write the index in /cache
                cause: No space left on device
                 help: free space and make the folder writable, or set QUARRY_HOME to a folder that can be written
                exit 1
            "#]],
        );
        let usage =
            UsageError { what: "`rsut` is no language".to_owned(), help: Some("did you mean `rust`?".to_owned()) };
        check(
            &anyhow!(usage),
            expect![[r#"
                error: `rsut` is no language
                 help: did you mean `rust`?
                exit 2
            "#]],
        );
    }

    #[test]
    fn a_closed_pipe_is_found_below_its_context() {
        let result: io::Result<()> = Err(io::ErrorKind::BrokenPipe.into());
        assert!(result.context("cannot print").is_err_and(|error| is_closed_pipe(&error)));
        assert!(!is_closed_pipe(&anyhow!("no pipe")));
    }
}
