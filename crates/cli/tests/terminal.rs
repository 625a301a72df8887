//! The interactive search and the REPL in a real pseudo terminal: what is typed, what is drawn, what is left behind.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use fs_err as fs;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::support::{SHOP, Sandbox};

/// Longer than any machine needs: whoever waits so long waits for something that never comes.
const LONGEST_WAIT: Duration = Duration::from_secs(120);
const ENTER_SCREEN: &str = "\x1b[?1049h";
const LEAVE_SCREEN: &str = "\x1b[?1049l";
const SHOW_CURSOR: &str = "\x1b[?25h";
const END_OF_PASTE_MODE: &str = "\x1b[?2004l";

/// What has been written to the terminal so far.
#[derive(Default)]
struct Seen {
    bytes: Mutex<Vec<u8>>,
    is_more: Condvar,
}

/// A program in a terminal of its own.
struct Terminal {
    keyboard: File,
    /// Kept open, so that its modes can be read.
    line: File,
    seen: Arc<Seen>,
    child: Child,
    modes_before: Termios,
}

impl Terminal {
    fn start(command: &mut Command) -> Terminal {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let master: OwnedFd = openpt(flags).expect("a pseudo terminal");
        grantpt(&master).expect("rights");
        unlockpt(&master).expect("a lock");
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).expect("a size");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("a Unicode name");
        let line = fs::OpenOptions::new().read(true).write(true).open(name).expect("its other end").into_parts().0;
        let end = || line.try_clone().expect("another handle");
        let modes_before = tcgetattr(&line).expect("modes");
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the binary runs");
        let seen = Arc::new(Seen::default());
        let mut screen = File::from(master.try_clone().expect("another handle"));
        let told = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n_bytes @ 1..) = screen.read(&mut buffer) {
                told.bytes.lock().expect("bytes").extend_from_slice(&buffer[..n_bytes]);
                told.is_more.notify_all();
            }
        });
        Terminal { keyboard: File::from(master), line, seen, child, modes_before }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("a key");
    }

    /// Waits until something is written; returns all that was written by then.
    #[track_caller]
    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + LONGEST_WAIT;
        let mut bytes = self.seen.bytes.lock().expect("bytes");
        loop {
            let raw = String::from_utf8_lossy(&bytes).into_owned();
            if holds(&raw) {
                return raw;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {what} in {raw:?}");
            bytes = self.seen.is_more.wait_timeout(bytes, left).expect("bytes").0;
        }
    }

    /// Waits until a text is drawn. Blanks do not count: cells that stay blank are not drawn again.
    #[track_caller]
    fn see(&self, text: &str) -> String {
        let wanted = text.replace(' ', "");
        self.wait_until(text, |raw| {
            let drawn = anstream::adapter::strip_str(raw).to_string();
            drawn.split_whitespace().collect::<String>().contains(&wanted)
        })
    }

    /// Waits for the end; the modes must be those of before.
    fn end(mut self) -> (i32, String) {
        let status = self.child.wait().expect("an end");
        let modes = tcgetattr(&self.line).expect("modes");
        assert_eq!(modes.local_modes, self.modes_before.local_modes);
        assert_eq!(modes.input_modes, self.modes_before.input_modes);
        let raw = String::from_utf8_lossy(&self.seen.bytes.lock().expect("bytes")).into_owned();
        (status.code().unwrap_or(-1), raw)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Where a test failed, it is still running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An editor that writes down what it was given, called as one whose arguments are known.
fn editor(sandbox: &Sandbox) -> String {
    let path = sandbox.beside("vim");
    fs::write(&path, "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$(dirname \"$0\")/opened\"\n").expect("an editor");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("rights");
    path.to_str().expect("a Unicode path").to_owned()
}

fn quarry(sandbox: &Sandbox, args: &[&str], terminal: &str) -> Terminal {
    let mut command = sandbox.command(args);
    command.env("TERM", terminal).env_remove("VISUAL").env("EDITOR", editor(sandbox));
    Terminal::start(&mut command)
}

#[test]
fn a_question_is_typed_its_result_opened_and_copied_and_the_terminal_given_back() {
    let sandbox = Sandbox::new(SHOP);
    let mut terminal = quarry(&sandbox, &[], "xterm-256color");
    terminal.see("ask in plain words");
    terminal.press("check password");
    terminal.see("src/auth.rs:2");
    terminal.see("given == \"secret\"");
    terminal.press("\r");
    let is_back = |raw: &str| raw.matches(ENTER_SCREEN).count() == 2;
    terminal.wait_until("second screen", is_back);
    assert_eq!(fs::read_to_string(sandbox.beside("opened")).expect("what was opened"), "+2\nsrc/auth.rs\n");
    terminal.press("\x1bOP");
    terminal.see("choose a result");
    terminal.press(" \x19");
    let raw = terminal
        .wait_until("clipboard", |raw| raw.split_once("\x1b]52;c;").is_some_and(|(_, copied)| copied.contains('\x07')));
    let copied = raw.split("\x1b]52;c;").nth(1).and_then(|rest| rest.split('\x07').next()).expect("a copy");
    let context = String::from_utf8(STANDARD.decode(copied).expect("base64")).expect("text");
    assert!(context.contains("pub fn check_password"), "{context}");
    terminal.press("\x03");
    terminal.wait_until("end of the screen", |raw| raw.rfind(LEAVE_SCREEN) > raw.rfind(ENTER_SCREEN));
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn a_signal_to_end_gives_the_terminal_back_and_so_do_two_at_once() {
    let sandbox = Sandbox::new(SHOP);
    for signals in [&["TERM"][..], &["HUP"], &["INT"], &["TERM", "HUP"]] {
        let mut terminal = quarry(&sandbox, &[], "xterm-256color");
        terminal.see("ask in plain words");
        terminal.press("check password");
        terminal.see("src/auth.rs:2");
        let pid = terminal.child.id();
        // By one shell, so that the second comes before the first has had its effect.
        let kills: Vec<String> = signals.iter().map(|signal| format!("kill -{signal} {pid}")).collect();
        assert!(Command::new("sh").args(["-c", &kills.join("; ")]).status().expect("a shell").success());
        terminal.wait_until("end of the screen", |raw| raw.rfind(LEAVE_SCREEN) > raw.rfind(ENTER_SCREEN));
        let (code, raw) = terminal.end();
        assert_eq!(code, 130, "{signals:?}");
        assert!(raw.contains(SHOW_CURSOR) && raw.contains(END_OF_PASTE_MODE), "{signals:?}: {raw:?}");
    }
}

#[test]
fn a_terminal_that_can_do_little_gets_lines() {
    let sandbox = Sandbox::new(SHOP);
    let mut terminal = quarry(&sandbox, &[], "dumb");
    terminal.see("quarry>");
    terminal.press("check password\n");
    terminal.see("1 result in");
    terminal.press(":open 1\n:quit\n");
    let (code, raw) = terminal.end();
    assert_eq!((code, raw.contains(ENTER_SCREEN)), (0, false));
    assert_eq!(fs::read_to_string(sandbox.beside("opened")).expect("what was opened"), "+2\nsrc/auth.rs\n");
}
