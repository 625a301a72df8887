//! The interactive search: `quarry` alone, on a terminal.
//!
//! One loop: draw, wait for a key or for news, let the state change, carry out what it wants. The state and the drawing
//! know nothing of threads and terminals; the threads behind know nothing of the screen.

mod draw;
pub(crate) mod editor;
mod filter_row;
mod input;
mod keys;
mod preview;
mod screen;
mod state;
mod style;
mod worker;

use std::thread;
use std::time::Duration;

use ratatui::crossterm::{event, terminal};

use crate::End;
use crate::config::Environment;
use crate::console::Console;
use crate::landing::Landing;
use crate::progress::{self, is_stopped};
use crate::refresh;
use crate::report;
use draw::Palette;
use screen::Screen;
use state::{Effect, News, Note, State};
use worker::{Order, Worker};

/// How long keys are waited for before news are looked at: short while an answer is on its way.
const PATIENCE_BUSY: Duration = Duration::from_millis(8);
const PATIENCE_IDLE: Duration = Duration::from_millis(200);
/// How often the terminal is looked for.
const TERMINAL_CHECK: Duration = Duration::from_millis(500);

pub(crate) fn run(environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let target = environment.target(None)?;
    let engine = target.engine(target.settings()?);
    refresh::refuse_to_index_everything(&engine, environment, None)?;
    progress::listen_for_stop();
    let prefix = environment.way_to(target.root());
    let palette = if console.has_colors() { Palette::Colors } else { Palette::Plain };
    // First of all, so that what is typed ahead is not echoed.
    let screen = Screen::take_over()?;
    if cfg!(unix) {
        thread::spawn(leave_with_the_terminal);
    }
    let worker = Worker::start(&engine);
    Session { screen, worker, state: State::default(), environment, prefix, palette }.run()
}

/// Ends the process when its terminal is gone (the window was closed): the wait for keys would go on for ever, at full speed,
/// and ask for no signal.
#[expect(clippy::exit, reason = "there is nobody left to give a screen back to")]
fn leave_with_the_terminal() {
    loop {
        thread::sleep(TERMINAL_CHECK);
        if terminal::window_size().is_err() {
            std::process::exit(report::STOPPED.into());
        }
    }
}

/// A search that is shown. The screen is given back before the threads are waited for: they may need a moment.
struct Session<'a> {
    screen: Screen,
    worker: Worker,
    state: State,
    environment: &'a Environment,
    /// What leads from the reader's directory to the root.
    prefix: String,
    palette: Palette,
}

/// Whether the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    On,
    Home,
}

impl Session<'_> {
    fn run(mut self) -> anyhow::Result<End> {
        while !is_stopped() {
            self.screen.terminal.draw(|frame| draw::screen(&self.state, self.palette, frame))?;
            let patience = if self.state.is_waiting() { PATIENCE_BUSY } else { PATIENCE_IDLE };
            let mut effects = Vec::new();
            if event::poll(patience)? {
                // Keys that are there already are taken together: one picture for all of them.
                while event::poll(Duration::ZERO)? {
                    let action = keys::action(&event::read()?, &self.state);
                    effects.extend(action.into_iter().flat_map(|action| self.state.act(action)));
                }
            }
            effects.extend(self.state.hear(News::Indexing(self.worker.steps())));
            for news in self.worker.news()? {
                effects.extend(self.state.hear(news));
            }
            for effect in effects {
                if self.carry_out(effect)? == Going::Home {
                    return Ok(End::Done);
                }
            }
        }
        Ok(End::Stopped)
    }

    fn carry_out(&mut self, effect: Effect) -> anyhow::Result<Going> {
        match effect {
            Effect::Ask(question) => self.worker.order(Order::Ask(question)),
            Effect::Show(path) => self.worker.order(Order::Show(path)),
            Effect::Assemble(query) => self.worker.order(Order::Assemble(query)),
            Effect::Clipboard(text) => self.screen.copy(&text)?,
            Effect::Open(path, landing) => self.open(&format!("{}{path}", self.prefix), &landing)?,
            Effect::Refresh => self.worker.refresh(),
            Effect::Leave => return Ok(Going::Home),
        }
        Ok(Going::On)
    }

    /// Lends the terminal to an editor; what was changed there is found afterwards.
    fn open(&mut self, file: &str, landing: &Landing) -> anyhow::Result<()> {
        let Session { screen, environment, .. } = self;
        if let Err(error) = screen.lend(|| editor::open(environment, file, landing))? {
            self.state.hear(News::Told(Note::Problem(report::in_short(&error))));
        }
        self.worker.refresh();
        Ok(())
    }
}
