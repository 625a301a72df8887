//! What indexing shows while it runs, and how Ctrl-C reaches it.
//!
//! The bar appears only on a terminal and only if the work takes long enough to be noticed.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quarry_engine::{Progress, Stage, Stop};

use crate::console::Console;
use crate::report::STOPPED;

/// Work shorter than this shows no bar: it would only flicker.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often the bar is drawn again. It never fills the line: the `^C` that a terminal echoes must fit behind it.
const TICK: Duration = Duration::from_millis(100);

/// Ctrl-C was pressed.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Whom it is for: a [`Meant`].
static MEANT: AtomicU8 = AtomicU8::new(Meant::Work as u8);
/// What must be done before the process ends though work is under way.
static LAST_DUTY: OnceLock<fn()> = OnceLock::new();

/// Watches one run of indexing, from its start until it is dropped.
pub(crate) struct Watch {
    bar: ProgressBar,
    /// Files to read, or chunks to embed: in all, and done so far.
    n_wanted: AtomicUsize,
    n_done: AtomicUsize,
    is_embedding: AtomicBool,
    /// Dropped with the watch: the bar that did not appear yet never does.
    _running: Sender<()>,
}

impl Watch {
    /// From now on Ctrl-C ends the work between two files; a second one ends the process.
    pub(crate) fn start(console: &Console) -> Watch {
        listen_for_stop();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (running, ended) = channel::<()>();
        if console.is_watched() {
            let shown = bar.clone();
            std::thread::spawn(move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) && !shown.is_finished() {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(TICK);
                }
            });
        }
        Watch {
            bar,
            n_wanted: AtomicUsize::new(0),
            n_done: AtomicUsize::new(0),
            is_embedding: AtomicBool::new(false),
            _running: running,
        }
    }

    /// Watches a look at the files that nobody waits for as a rule: only somebody at a terminal is told if it takes long.
    pub(crate) fn of_a_look(console: &Console) -> Option<Watch> {
        let watch = console.is_watched().then(|| Watch::start(console))?;
        watch.begin(Stage::Discovering, 0);
        Some(watch)
    }

    /// How many files were to be read, or chunks to be embedded, and how many were.
    pub(crate) fn steps(&self) -> Steps {
        Steps {
            n_wanted: self.n_wanted.load(Ordering::Relaxed),
            n_done: self.n_done.load(Ordering::Relaxed),
            is_embedding: self.is_embedding.load(Ordering::Relaxed),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) n_wanted: usize,
    pub(crate) n_done: usize,
    /// Steps are chunks that get vectors, not files that are read.
    pub(crate) is_embedding: bool,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Watch {
    fn begin(&self, stage: Stage, n_steps: usize) {
        let (message, template) = match stage {
            Stage::Discovering => ("looking for files", "{spinner} {msg}  {elapsed}"),
            Stage::Indexing => {
                ("indexing", "{spinner} {msg} {bar:40.cyan/dim} {human_pos}/{human_len} files  {elapsed}")
            }
            Stage::Embedding => {
                ("embedding", "{spinner} {msg} {bar:40.cyan/dim} {human_pos}/{human_len} chunks  {elapsed}")
            }
            Stage::Committing => ("writing the index", "{spinner} {msg}  {elapsed}"),
        };
        if stage == Stage::Embedding {
            self.is_embedding.store(true, Ordering::Relaxed);
            self.n_wanted.store(n_steps, Ordering::Relaxed);
            self.n_done.store(0, Ordering::Relaxed);
            self.bar.set_length(n_steps as u64);
            self.bar.set_position(0);
        }
        if stage == Stage::Indexing {
            // Told again after each batch, with what is left.
            self.n_wanted.fetch_max(n_steps, Ordering::Relaxed);
            self.bar.set_length(self.steps().n_wanted as u64);
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("━━╌").tick_chars("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ "));
        }
        self.bar.set_message(message);
    }

    fn advance(&self, n_steps: usize) {
        self.n_done.fetch_add(n_steps, Ordering::Relaxed);
        self.bar.inc(n_steps as u64);
    }

    fn is_cancelled(&self) -> bool {
        is_stopped()
    }
}

/// From now on Ctrl-C, and a request to end, raise a flag. Where no handler can be set they kill the process, which loses no
/// more than one batch.
pub(crate) fn listen_for_stop() {
    let _ = ctrlc::set_handler(stop);
}

/// Whom Ctrl-C is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// The work under way: it ends early.
    Work,
    /// This process, which waits for somebody to type.
    Prompt,
    /// Another program that has the terminal.
    SomebodyElse,
}

/// Does something while Ctrl-C is meant for another than the work under way.
pub(crate) fn while_meant<T>(meant: Meant, work: impl FnOnce() -> T) -> T {
    MEANT.store(meant as u8, Ordering::Relaxed);
    let result = work();
    MEANT.store(Meant::Work as u8, Ordering::Relaxed);
    result
}

/// Ends the work under way as Ctrl-C would.
pub(crate) fn request_stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// After work was stopped: the next may run.
pub(crate) fn go_on() {
    STOP.store(false, Ordering::Relaxed);
}

/// The flag that Ctrl-C raises, for work that waits for somebody else.
pub(crate) fn stop_flag() -> Stop {
    Stop::from(Arc::clone(&STOP))
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Names what must be done before the process ends though work is under way: whoever changed the terminal puts it right.
pub(crate) fn before_a_forced_end(duty: fn()) {
    // The same one each time.
    let _ = LAST_DUTY.set(duty);
}

#[expect(clippy::exit, reason = "the user insists; what is committed stays whole")]
fn stop() {
    let meant = MEANT.load(Ordering::Relaxed);
    if meant == Meant::SomebodyElse as u8 {
        return;
    }
    if meant == Meant::Prompt as u8 || STOP.swap(true, Ordering::Relaxed) {
        if let Some(duty) = LAST_DUTY.get() {
            duty();
        }
        std::process::exit(STOPPED.into());
    }
}
