//! How each editor is told to open a file at a line.
//!
//! In: $VISUAL or $EDITOR as the user wrote it, a file, a place. Out: a program and its arguments. An editor that is not
//! known is given the file alone: a `+12` that it does not understand would be a second file.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::config::Environment;
use crate::landing::Landing;
use crate::pages;
use crate::progress::{self, Meant};
use crate::report::UsageError;

/// What is tried where the user names none.
pub(crate) const USUAL: &str = if cfg!(windows) { "notepad" } else { "vi" };

/// How a place is written.
enum Form {
    /// `+12 file`.
    Plus,
    /// `+12,5 file`.
    PlusComma,
    /// `+12:5 file`.
    PlusColon,
    /// `file:12:5`.
    Colons,
    /// `--goto file:12:5`.
    Goto,
    /// `--line 12 --column 5 file`.
    Flags,
    /// `file`.
    FileOnly,
}

/// A place in a file, counted from 1; the column in letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct At<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u32,
    pub(crate) column: usize,
}

/// Opens a file and waits for the editor to end.
pub(crate) fn open(environment: &Environment, file: &str, landing: &Landing) -> anyhow::Result<()> {
    let column = landing.text.get(..landing.offset).map_or(1, |before| before.chars().count() + 1);
    let named = environment.editor.as_deref().unwrap_or(USUAL);
    let Some((program, args)) = command(named, &At { file, line: landing.line, column }) else { return Ok(()) };
    let running = || pages::as_before(|| Command::new(&program).args(&args).status());
    // Ctrl-C in an editor is for the editor.
    let status = progress::while_meant(Meant::SomebodyElse, running).with_context(|| UsageError {
        what: format!("cannot run the editor `{program}`"),
        help: Some("set VISUAL or EDITOR to the editor you use".to_owned()),
    })?;
    anyhow::ensure!(status.success(), "the editor `{program}` failed: {status}");
    Ok(())
}

/// The program and its arguments; `None` if nothing is named at all.
pub(crate) fn command(editor: &str, at: &At<'_>) -> Option<(String, Vec<String>)> {
    let mut words = words(editor).into_iter();
    let program = words.next()?;
    let At { file, line, column } = at;
    // A file name must not be taken for a flag.
    let file = if file.starts_with(['-', '+']) { format!("./{file}") } else { (*file).to_owned() };
    let place = match form(&program) {
        Form::Plus => vec![format!("+{line}"), file],
        Form::PlusComma => vec![format!("+{line},{column}"), file],
        Form::PlusColon => vec![format!("+{line}:{column}"), file],
        Form::Colons => vec![format!("{file}:{line}:{column}")],
        Form::Goto => vec!["--goto".to_owned(), format!("{file}:{line}:{column}")],
        Form::Flags => ["--line", &line.to_string(), "--column", &column.to_string(), &file].map(str::to_owned).into(),
        Form::FileOnly => vec![file],
    };
    Some((program, words.chain(place).collect()))
}

fn form(program: &str) -> Form {
    let name = Path::new(program).file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    match name.as_str() {
        "vi" | "vim" | "nvim" | "gvim" | "mvim" | "view" | "nvim-qt" | "ed" | "ne" | "joe" | "mg" => Form::Plus,
        "nano" | "pico" | "gedit" => Form::PlusComma,
        "emacs" | "emacsclient" | "micro" | "kak" => Form::PlusColon,
        "hx" | "helix" | "subl" | "sublime_text" | "zed" | "zeditor" | "lapce" => Form::Colons,
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => Form::Goto,
        "idea" | "pycharm" | "clion" | "goland" | "webstorm" | "phpstorm" | "rubymine" | "rider" | "rustrover" => {
            Form::Flags
        }
        _ => Form::FileOnly,
    }
}

/// The words of a command as a shell would split them: quotes keep blanks together.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), close) if close == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{At, command};
    use expect_test::{Expect, expect};

    fn check(editor: &str, expected: Expect) {
        let at = At { file: "src/a.rs", line: 12, column: 5 };
        let text = command(editor, &at).map(|(program, args)| format!("{program} | {}", args.join(" | ")));
        expected.assert_eq(&text.unwrap_or_else(|| "nothing".to_owned()));
    }

    #[test]
    fn every_editor_is_told_its_own_way() {
        check("vi", expect!["vi | +12 | src/a.rs"]);
        check("nvim -p", expect!["nvim | -p | +12 | src/a.rs"]);
        check("/usr/bin/vim", expect!["/usr/bin/vim | +12 | src/a.rs"]);
        check("nano", expect!["nano | +12,5 | src/a.rs"]);
        check("emacsclient -nw", expect!["emacsclient | -nw | +12:5 | src/a.rs"]);
        check("hx", expect!["hx | src/a.rs:12:5"]);
        check("zed --wait", expect!["zed | --wait | src/a.rs:12:5"]);
        check("'/opt/Sublime Text/subl' -w", expect!["/opt/Sublime Text/subl | -w | src/a.rs:12:5"]);
        check("code --wait", expect!["code | --wait | --goto | src/a.rs:12:5"]);
        check("idea", expect!["idea | --line | 12 | --column | 5 | src/a.rs"]);
        check("my-editor", expect!["my-editor | src/a.rs"]);
        check("  ", expect!["nothing"]);
    }

    #[test]
    fn a_file_is_never_taken_for_a_flag() {
        let at = At { file: "-c.rs", line: 1, column: 1 };
        assert_eq!(command("vi", &at).map(|(_, args)| args), Some(vec!["+1".to_owned(), "./-c.rs".to_owned()]));
    }
}
