//! Standard output and standard error: coloured on a terminal, plain in a pipe.
//!
//! Text comes in whole and styled; what the stream cannot show is taken out here. Never here: what the text says.

use std::io::{self, BufRead, IsTerminal, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use crate::args::Color;

/// Places, counts and other asides.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Headings and totals.
pub(crate) const BOLD: Style = Style::new().bold();
/// Something went less well than it could.
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

pub(crate) struct Console {
    out: AutoStream<io::Stdout>,
    err: AutoStream<io::Stderr>,
    is_quiet: bool,
    /// Bytes of results, without colours.
    n_printed: usize,
}

impl Console {
    pub(crate) fn new(color: Color) -> Console {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Console {
            out: AutoStream::new(io::stdout(), choice),
            err: AutoStream::new(io::stderr(), choice),
            is_quiet: false,
            n_printed: 0,
        }
    }

    /// Whether results are coloured.
    pub(crate) fn has_colors(&self) -> bool {
        self.out.current_choice() != ColorChoice::Never
    }

    /// From now on only results and errors.
    pub(crate) fn be_quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Whether somebody sees standard error while it is written, and wants to.
    pub(crate) fn is_watched(&self) -> bool {
        !self.is_quiet && io::stderr().is_terminal()
    }

    /// Results, on standard output.
    pub(crate) fn print(&mut self, text: &str) -> io::Result<()> {
        let plain = strip_str(text).to_string();
        self.n_printed += plain.len();
        // In one piece: what takes colours out itself would write line by line.
        self.out.write_all(if self.has_colors() { text } else { &plain }.as_bytes())?;
        self.out.flush()
    }

    /// How many bytes of results there were so far, colours apart.
    pub(crate) fn n_printed(&self) -> usize {
        self.n_printed
    }

    /// Something the reader should know beside the result. A closed standard error is nobody to tell.
    pub(crate) fn note(&mut self, text: &str) {
        if !self.is_quiet {
            let _ = writeln!(self.err, "{NOTE}note:{NOTE:#} {}", printable(text));
        }
    }

    /// What was done, for somebody who watches.
    pub(crate) fn remark(&mut self, text: &str) {
        if self.is_watched() {
            let _ = writeln!(self.err, "{DIM}{text}{DIM:#}");
        }
    }

    /// An error, already laid out.
    pub(crate) fn complain(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }

    /// Asks a question that only `y` or `yes` answers with yes. `None` if nobody is there to ask.
    pub(crate) fn confirm(&mut self, question: &str) -> io::Result<Option<bool>> {
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Ok(None);
        }
        write!(self.err, "{} [y/N] ", printable(question))?;
        self.err.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(Some(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")))
    }
}

/// Text that cannot steer a terminal: every control character but newline is shown as its picture.
pub(crate) fn printable(text: &str) -> std::borrow::Cow<'_, str> {
    let steers = |letter: char| letter.is_control() && letter != '\n';
    if !text.contains(steers) {
        return text.into();
    }
    text.chars().map(|letter| if steers(letter) { picture(letter) } else { letter }).collect::<String>().into()
}

/// The visible picture of a control character.
pub(crate) fn picture(letter: char) -> char {
    match u32::from(letter) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        0x7f => '\u{2421}',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_become_pictures() {
        assert_eq!(printable("a\u{1b}[31mb\n\u{7f}\u{9b}"), "a\u{241b}[31mb\n\u{2421}\u{fffd}");
        assert_eq!(printable("plain čeština"), "plain čeština");
    }
}
