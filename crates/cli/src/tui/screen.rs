//! The terminal, taken over and given back: on leaving, on an error, on a panic, and around an editor.

use std::io::{self, Stdout, Write, stdout};
use std::sync::Once;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The whole screen, as long as it lives.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    pub(super) fn take_over() -> io::Result<Screen> {
        static GIVE_BACK_ON_PANIC: Once = Once::new();
        GIVE_BACK_ON_PANIC.call_once(|| {
            let usual = std::panic::take_hook();
            // First the terminal, so that what happened can be read.
            std::panic::set_hook(Box::new(move |panic| {
                give_back();
                usual(panic);
            }));
        });
        let screen = Screen { terminal: Terminal::new(CrosstermBackend::new(stdout()))? };
        begin()?;
        Ok(screen)
    }

    /// Lets somebody else use the terminal meanwhile.
    pub(super) fn lend<T>(&mut self, work: impl FnOnce() -> T) -> io::Result<T> {
        give_back();
        let result = work();
        // One that knows of nothing drawn. Clearing the old one would ask for the cursor, which not every terminal tells.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        begin()?;
        Ok(result)
    }

    /// Puts a text into the clipboard of whoever sees this terminal, over any number of ssh connections.
    pub(super) fn copy(&self, text: &str) -> io::Result<()> {
        let mut out = stdout().lock();
        write!(out, "\x1b]52;c;{}\x07", STANDARD.encode(text))?;
        out.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn begin() -> io::Result<()> {
    enable_raw_mode()?;
    // A pasted newline must not open an editor.
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste)
}

/// What cannot be given back cannot be mended either.
fn give_back() {
    let _ = execute!(stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}
