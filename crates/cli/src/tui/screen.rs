//! The terminal, taken over and given back: on leaving, on an error, on a panic, on signals, and around an editor.

use std::io::{self, Stdout, Write, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

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

use crate::progress;

/// Whether the terminal is ours: what was given back is not touched again.
static IS_OURS: AtomicBool = AtomicBool::new(false);

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
            // The first signal ends the loop that draws; a second one does not wait for that.
            progress::before_a_forced_end(give_back);
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
    IS_OURS.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    // A pasted newline must not open an editor.
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All), EnableBracketedPaste)
}

/// What cannot be given back cannot be mended either.
fn give_back() {
    if !IS_OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let _ = execute!(stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::File;
    use std::io::Read;
    use std::process::Command;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::tcgetattr;

    use super::Screen;

    /// Set for the process that panics.
    const INSIDE: &str = "QUARRY_TEST_INSIDE_A_TERMINAL";
    const LAST_WORDS: &str = "something is wrong with the picture";

    #[test]
    fn after_a_panic_the_terminal_is_as_before_and_the_reason_can_be_read() {
        if std::env::var_os(INSIDE).is_some() {
            let _screen = Screen::take_over().unwrap();
            panic!("{LAST_WORDS}");
        }
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let line = fs_err::OpenOptions::new().read(true).write(true).open(name).unwrap().into_parts().0;
        let before = tcgetattr(&line).unwrap();
        // This very test, alone in a process.
        let itself = "tui::screen::tests::after_a_panic_the_terminal_is_as_before_and_the_reason_can_be_read";
        let end = || line.try_clone().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([itself, "--exact", "--nocapture"])
            .env(INSIDE, "1")
            .env("TERM", "xterm-256color")
            .env("RUST_BACKTRACE", "0")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        assert!(!child.wait().unwrap().success());
        let after = tcgetattr(&line).unwrap();
        assert_eq!((after.local_modes, after.input_modes), (before.local_modes, before.input_modes));
        // Little enough to have waited in the terminal; when nobody can write any more, reading ends.
        drop(line);
        let mut bytes = Vec::new();
        let _ = File::from(master).read_to_end(&mut bytes);
        let raw = String::from_utf8_lossy(&bytes);
        let at = |what: &str| raw.find(what).unwrap_or_else(|| panic!("no {what:?} in {raw:?}"));
        assert!(at("\x1b[?1049h") < at("\x1b[?1049l") && at("\x1b[?1049l") < at(LAST_WORDS), "{raw:?}");
        assert!(at("\x1b[?25h") < at(LAST_WORDS) && at("\x1b[?2004l") < at(LAST_WORDS), "{raw:?}");
        assert_eq!(raw.matches("\x1b[?1049l").count(), 1, "given back once: {raw:?}");
    }
}
