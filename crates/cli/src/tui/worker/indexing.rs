//! Refreshes, one after the other, and how far the running one is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Duration;

use quarry_engine::{Engine, Progress, Refreshed, Stage};

use super::Shared;
use crate::progress::is_stopped;
use crate::report;
use crate::tui::state::{News, Note, Steps};

/// How often is looked whether another process has made the first index.
const POLL: Duration = Duration::from_millis(200);
/// What each stage is called; 0 stands for no stage.
const DOING: [&str; 5] = ["", "looking for files", "indexing", "embedding", "writing the index"];

const INDEXING: usize = 2;
const EMBEDDING: usize = 3;

/// How far a refresh is, told to the screen when it asks.
pub(crate) struct Progressing {
    shared: Shared,
    stage: AtomicUsize,
    n_done: AtomicUsize,
    n_wanted: AtomicUsize,
}

impl Progressing {
    pub(super) fn new(shared: Shared) -> Progressing {
        let zero = || AtomicUsize::new(0);
        Progressing { shared, stage: zero(), n_done: zero(), n_wanted: zero() }
    }

    pub(super) fn steps(&self) -> Option<Steps> {
        let stage = self.stage.load(Ordering::Relaxed);
        // The other stages have no steps.
        let is_counted = [INDEXING, EMBEDDING].contains(&stage);
        let count = |number: &AtomicUsize| if is_counted { number.load(Ordering::Relaxed) } else { 0 };
        (stage > 0).then(|| Steps { doing: DOING[stage], n_done: count(&self.n_done), n_wanted: count(&self.n_wanted) })
    }

    fn tell(&self, news: News) {
        // A screen that is gone needs no news.
        let _ = self.shared.news.send(news);
    }

    /// There is something newer to ask.
    fn changed(&self) {
        self.shared.is_outdated.store(true, Ordering::Relaxed);
        self.tell(News::Changed);
    }

    fn rest(&self) {
        for number in [&self.stage, &self.n_done, &self.n_wanted] {
            number.store(0, Ordering::Relaxed);
        }
    }
}

impl Progress for Progressing {
    fn begin(&self, stage: Stage, n_steps: usize) {
        let number = match stage {
            Stage::Discovering => 1,
            Stage::Indexing => INDEXING,
            Stage::Embedding => EMBEDDING,
            Stage::Committing => 4,
        };
        let before = self.stage.swap(number, Ordering::Relaxed);
        if stage == Stage::Indexing {
            // Told again after each batch, with what is left: the batch before can be asked.
            self.n_wanted.fetch_max(n_steps, Ordering::Relaxed);
            if self.n_done.load(Ordering::Relaxed) > 0 {
                self.changed();
            }
        } else if before != number && stage == Stage::Embedding {
            self.n_wanted.store(n_steps, Ordering::Relaxed);
            self.n_done.store(0, Ordering::Relaxed);
        }
    }

    fn advance(&self, n_steps: usize) {
        self.n_done.fetch_add(n_steps, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        is_stopped()
    }
}

/// Refreshes whenever somebody wishes it, until nobody can any more. Wishes that came meanwhile are one.
pub(super) fn run(engine: &Engine, wishes: &Receiver<()>, progress: &Progressing) {
    let mut generation = None;
    while wishes.recv().is_ok() {
        wishes.try_iter().for_each(drop);
        let now = refreshed(engine, progress);
        progress.rest();
        if is_stopped() {
            return;
        }
        if now.is_some() && now != generation {
            generation = now;
            progress.changed();
        }
    }
}

/// The generation that can be asked now.
fn refreshed(engine: &Engine, progress: &Progressing) -> Option<u64> {
    let mut is_waiting = false;
    loop {
        match engine.refresh(progress) {
            Ok(Refreshed::Ready(ready)) => {
                for notice in ready.notices_with(&[]) {
                    progress.tell(News::Told(Note::Remark(notice)));
                }
                let report = ready.report.map(|report| report.manifest.generation);
                return report.or_else(|| engine.open().ok().map(|open| open.manifest().generation));
            }
            Ok(Refreshed::Stopped) => return None,
            Ok(Refreshed::MadeElsewhere(_)) => {
                if !is_waiting {
                    let waiting = "another quarry process is making the first index; waiting for it";
                    progress.tell(News::Told(Note::Remark(waiting.to_owned())));
                    is_waiting = true;
                }
                std::thread::sleep(POLL);
            }
            Err(error) => {
                progress.tell(News::Told(Note::Problem(report::in_short(&error.into()))));
                return None;
            }
        }
    }
}
