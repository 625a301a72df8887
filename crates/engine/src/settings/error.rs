//! What is wrong with a settings file, shown the way a compiler would: place, line, caret, nearest valid word.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file is there but cannot be read. The cause names the path.
    #[error("cannot read the settings")]
    Read {
        /// What the system said.
        source: io::Error,
    },
    /// The file can be read, but something in it is wrong.
    #[error("{0}")]
    Invalid(Box<SettingsProblem>),
}

/// One mistake in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsProblem {
    /// The file.
    pub file: PathBuf,
    /// Line of the mistake, from 1.
    pub line: usize,
    /// Column of the mistake in characters, from 1.
    pub column: usize,
    /// The key concerned, in full (`index.threads`); none if the text is not TOML.
    pub key: Option<String>,
    /// What is wrong.
    pub what: String,
    /// What was probably meant.
    pub help: Option<String>,
    /// The text of that line.
    pub line_text: String,
    /// How many characters of it are wrong, at least 1.
    pub length: usize,
}

/// A mistake before its place is known to the reader: a byte range of the text.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) span: Range<usize>,
    pub(crate) key: Option<String>,
    pub(crate) what: String,
    pub(crate) help: Option<String>,
}

impl Mistake {
    /// Finds line, column and text of the mistake.
    pub(crate) fn locate(self, text: &str, file: &Path) -> SettingsError {
        let start = text.floor_char_boundary(self.span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let end = text.floor_char_boundary(self.span.end).clamp(start, line_end);
        SettingsError::Invalid(Box::new(SettingsProblem {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            key: self.key,
            what: self.what,
            help: self.help,
            line_text: text[line_start..line_end].trim_end().to_owned(),
            length: text[start..end].chars().count().max(1),
        }))
    }
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        // Tabs stay tabs, so that the caret stands under the mistake whatever their width.
        let indent: String =
            self.line_text.chars().take(self.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let padding = " ".repeat((self.column - 1).saturating_sub(self.line_text.chars().count()));
        writeln!(formatter, "{}:{}:{}: {}", self.file.display(), self.line, self.column, self.what)?;
        writeln!(formatter, "{margin} |")?;
        writeln!(formatter, "{number} | {}", self.line_text)?;
        write!(formatter, "{margin} | {indent}{padding}{}", "^".repeat(self.length))?;
        if let Some(help) = &self.help {
            write!(formatter, "\n{margin} = {help}")?;
        }
        Ok(())
    }
}
