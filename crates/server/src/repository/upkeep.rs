//! Keeping a repository fresh: one check at a time, on a thread of its own, whoever asks for it.
//!
//! A question waits for the check, but not for ever: an index that exists answers after [`REFRESH_PATIENCE`] as it is, and
//! where there is none yet the asker is told after [`FIRST_PATIENCE`] how far it is. Clients give up on a call after 30 to 60
//! seconds, and then the agent believes that the tool is broken.

mod demand;

use std::sync::Arc;
use std::time::{Duration, Instant};

use quarry_engine::{Engine, IndexError, IndexReport, Ready, Refreshed, Searcher, Settings, causes};

use super::gauge::{Doing, Reading};
use super::{Repository, engine};
use crate::wire::{CheckShape, RunShape, milliseconds};

/// After a check the files count as looked at for so long. An agent needs longer to think about an answer; a burst of questions
/// shares one check.
const FRESH_FOR: Duration = Duration::from_millis(250);
/// Looks at a tree that does not change count this many times as long as they take: a huge one is not looked at without end.
const REST_AFTER_LOOK: u32 = 10;
/// So long before a check counts no more the next begins, or as long as three take: where questions do not stop none waits for it.
const AHEAD: Duration = Duration::from_millis(60);
const AHEAD_OF_LOOK: u32 = 3;
/// How long a question waits for changed files to be indexed.
const REFRESH_PATIENCE: Duration = Duration::from_secs(2);
/// How long it waits for the first index: most repositories have one by then.
const FIRST_PATIENCE: Duration = Duration::from_secs(8);
/// How often is looked whether another process has made the first index.
const POLL: Duration = Duration::from_millis(100);

/// What is known about a repository now.
pub(super) struct State {
    pub(super) engine: Arc<Engine>,
    /// The generation that answers; none before the first index.
    pub(super) searcher: Option<Arc<Searcher<'static>>>,
    /// What the last check found.
    ready: Ready,
    /// Why the last check failed.
    problem: Option<String>,
    is_checking: bool,
    last_check: Option<Check>,
    last_run: Option<Run>,
}

/// A check that is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    began: Instant,
    ended: Instant,
    /// How long it took to see that nothing had changed; zero if something had.
    looked_for: Duration,
}

impl Check {
    /// How long the files count as looked at.
    fn counts_for(&self) -> Duration {
        FRESH_FOR.max(self.looked_for * REST_AFTER_LOOK)
    }
}

/// A check that found something to index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    check: Check,
    n_added: usize,
    n_changed: usize,
    n_removed: usize,
}

impl From<Check> for CheckShape {
    fn from(check: Check) -> CheckShape {
        let Check { began, ended, .. } = check;
        CheckShape { ago_ms: milliseconds(ended.elapsed()), elapsed_ms: milliseconds(ended - began) }
    }
}

impl From<Run> for RunShape {
    fn from(run: Run) -> RunShape {
        let CheckShape { ago_ms, elapsed_ms } = run.check.into();
        RunShape { ago_ms, elapsed_ms, added: run.n_added, changed: run.n_changed, removed: run.n_removed }
    }
}

impl State {
    pub(super) fn new(engine: Arc<Engine>) -> State {
        State {
            engine,
            searcher: None,
            ready: Ready::default(),
            problem: None,
            is_checking: false,
            last_check: None,
            last_run: None,
        }
    }

    fn is_due(&self) -> bool {
        let ends_soon = |check: Check| {
            let ahead = AHEAD.max(check.looked_for * AHEAD_OF_LOOK);
            check.ended.elapsed() + ahead >= check.counts_for()
        };
        !self.is_checking && self.last_check.is_none_or(ends_soon)
    }

    /// Whether the last check went well and still counts: then nobody need wait for another.
    fn is_fresh(&self) -> bool {
        let counts = |check: Check| check.ended.elapsed() < check.counts_for();
        self.problem.is_none() && self.searcher.is_some() && self.last_check.is_some_and(counts)
    }

    /// Whether an answer must wait for the check that is running, or say that it did not.
    fn is_behind(&self) -> bool {
        self.is_checking && !self.is_fresh()
    }
}

/// What an answer can be made from.
pub(crate) enum Readiness {
    /// An index.
    Ready(Box<Basis>),
    /// Nothing yet; the first index is being made.
    NotYet(Reading),
    /// Nothing, and why.
    Failed(String),
}

/// A generation, and what is to be known about it.
pub(crate) struct Basis {
    pub(crate) searcher: Arc<Searcher<'static>>,
    /// How fresh it is, and what went less well than it could.
    pub(crate) ready: Ready,
    /// How far indexing is, if it goes on.
    pub(crate) indexing: Option<Reading>,
}

impl Repository {
    /// An index to ask, as fresh as can be had in reasonable time. Starts a check if one is due.
    pub(crate) async fn ready(self: &Arc<Self>) -> Readiness {
        self.check_if_due();
        let mut states = self.state.subscribe();
        let has_index = states.borrow().searcher.is_some();
        let patience = if has_index { REFRESH_PATIENCE } else { FIRST_PATIENCE };
        // Out of patience: what is there answers.
        if tokio::time::timeout(patience, states.wait_for(|state| !state.is_behind())).await.is_err() {
            self.open_what_is_committed().await;
        }
        self.readiness()
    }

    /// What an answer can be made from at this moment.
    fn readiness(&self) -> Readiness {
        let state = self.state.borrow();
        match (&state.searcher, &state.problem) {
            (Some(searcher), _) => {
                let mut ready = state.ready.clone();
                let indexing = state.is_behind().then(|| self.reading());
                if let Some(reading) = indexing {
                    ready.is_fresh = false;
                    let so_far = "indexing is under way, and this is from what is indexed so far";
                    ready.notices.push(format!("{so_far}: {}", reading.sentence()));
                }
                Readiness::Ready(Box::new(Basis { searcher: Arc::clone(searcher), ready, indexing }))
            }
            (None, Some(problem)) => Readiness::Failed(problem.clone()),
            (None, None) => Readiness::NotYet(self.reading()),
        }
    }

    /// A long run commits now and then: the newest generation answers before the run is over.
    async fn open_what_is_committed(self: &Arc<Self>) {
        let repository = Arc::clone(self);
        let opened = tokio::task::spawn_blocking(move || repository.engine().open_to_keep().ok()).await;
        let Ok(Some(searcher)) = opened else { return };
        let is_newer = |state: &State| {
            let known = state.searcher.as_ref().map(|known| known.manifest().generation);
            state.is_checking && known.is_none_or(|known| known < searcher.manifest().generation)
        };
        if is_newer(&self.state.borrow()) {
            self.state.send_modify(|state| state.searcher = Some(Arc::new(searcher)));
        }
    }

    /// Starts a check unless one is running or has just been.
    pub(crate) fn check_if_due(self: &Arc<Self>) {
        self.check_if(State::is_due);
    }

    /// Starts a check unless one is running.
    pub(crate) fn check_now(self: &Arc<Self>) {
        self.check_if(|state| !state.is_checking);
    }

    /// When the files were last looked at.
    pub(crate) fn last_check(&self) -> Option<Check> {
        self.state.borrow().last_check
    }

    /// When something was last indexed, and what.
    pub(crate) fn last_run(&self) -> Option<Run> {
        self.state.borrow().last_run
    }

    /// Waits until no check is running.
    pub(crate) async fn checked(&self) {
        // The sender lives as long as the repository.
        let _ = self.state.subscribe().wait_for(|state| !state.is_checking).await;
    }

    fn check_if(self: &Arc<Self>, is_wanted: impl FnOnce(&State) -> bool) {
        if self.begins(is_wanted) {
            let repository = Arc::clone(self);
            std::thread::spawn(move || repository.check());
        }
    }

    /// Whether a check begins: one at a time, and only if it is wanted.
    fn begins(&self, is_wanted: impl FnOnce(&State) -> bool) -> bool {
        self.state.send_if_modified(|state| {
            let begins = is_wanted(state);
            state.is_checking |= begins;
            begins
        })
    }

    /// Looks at the files, indexes what changed and opens the result.
    fn check(&self) {
        let mut over =
            CheckOver { repository: self, began: Instant::now(), problem: Some("indexing failed".to_owned()) };
        let before = self.engine();
        let settings_problem = self.reload_settings(&before);
        let engine = self.engine();
        if self.searcher().is_none()
            && let Ok(searcher) = engine.open_to_keep()
        {
            self.state.send_modify(|state| state.searcher = Some(Arc::new(searcher)));
        }
        over.problem = match self.refreshed(&engine) {
            Ok(Some(mut ready)) => {
                ready.notices.extend(settings_problem);
                let open = self.searcher().filter(|_| Arc::ptr_eq(&before, &engine));
                self.open_newest(&engine, ready, open.as_deref())
            }
            Ok(None) => None,
            Err(error) => Some(causes(&error)),
        };
    }

    /// Settings that changed on disk take effect. If they are wrong, those before stay, and the problem is told.
    fn reload_settings(&self, before: &Engine) -> Option<String> {
        match Settings::load(self.root()) {
            Ok(settings) if settings == *before.settings() => None,
            Ok(settings) => {
                let engine = engine(&self.place, settings);
                self.state.send_modify(|state| state.engine = engine);
                None
            }
            Err(error) => Some(format!("the settings before stay in effect: {}", causes(&error))),
        }
    }

    /// `None`: stopped.
    fn refreshed(&self, engine: &Engine) -> Result<Option<Ready>, IndexError> {
        loop {
            match engine.refresh(&*self.gauge)? {
                Refreshed::Ready(ready) => return Ok(Some(ready)),
                Refreshed::Stopped => return Ok(None),
                Refreshed::MadeElsewhere(_) => self.gauge.reset(Doing::Waiting),
            }
            std::thread::sleep(POLL);
        }
    }

    /// Opens the newest generation if it is not `open` under these settings. Returns why that failed.
    fn open_newest(&self, engine: &Engine, ready: Ready, open: Option<&Searcher<'_>>) -> Option<String> {
        let open = open.map(|searcher| searcher.manifest().generation);
        let newest = ready.report.as_ref().map(|report| report.manifest.generation);
        let opened = match open.is_none() || (newest.is_some() && newest != open) {
            true => engine.open_to_keep().map(Some),
            false => Ok(None),
        };
        match opened {
            Ok(searcher) => {
                self.state.send_modify(|state| {
                    state.ready = ready;
                    state.searcher = searcher.map(Arc::new).or(state.searcher.take());
                });
                None
            }
            Err(error) => Some(causes(&error)),
        }
    }
}

/// Says that a check is over, however it ended: whoever waits for one that panicked would wait for ever.
struct CheckOver<'a> {
    repository: &'a Repository,
    began: Instant,
    problem: Option<String>,
}

impl Drop for CheckOver<'_> {
    fn drop(&mut self) {
        self.repository.gauge.reset(Doing::Nothing);
        self.repository.state.send_modify(|state| {
            state.is_checking = false;
            state.problem = self.problem.take();
            let report = state.ready.report.take();
            let did_nothing = report.as_ref().is_some_and(|report| report.n_unchanged == report.manifest.files.len());
            let looked_for = if did_nothing { self.began.elapsed() } else { Duration::ZERO };
            let check = Check { began: self.began, ended: Instant::now(), looked_for };
            state.last_check = Some(check);
            if let Some(IndexReport { n_added, n_changed, n_removed, .. }) = report.filter(|_| !did_nothing) {
                state.last_run = Some(Run { check, n_added, n_changed, n_removed });
            }
            if let Some(problem) = &state.problem {
                state.ready = Ready::stale(format!("the index is not up to date: {problem}"));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use quarry_engine::{Engine, Settings};

    use super::{AHEAD, Check, FRESH_FOR, State};

    /// A state whose last check ended so long ago and took so long.
    fn checked(ago: Duration, looked_for: Duration) -> State {
        let engine = Engine::new(std::path::Path::new("/"), std::path::Path::new("/"), Settings::default());
        let ended = Instant::now().checked_sub(ago).expect("a machine that runs longer than that");
        let last_check = Some(Check { began: ended, ended, looked_for });
        State { last_check, ..State::new(Arc::new(engine)) }
    }

    #[test]
    fn the_next_check_begins_before_the_last_one_counts_no_more() {
        let soon = FRESH_FOR - AHEAD / 2;
        assert!(!checked(Duration::ZERO, Duration::ZERO).is_due());
        assert!(checked(soon, Duration::ZERO).is_due());
        // A look of a second counts for ten, and three of these are left for the next.
        let look = Duration::from_secs(1);
        assert!(!checked(6 * look, look).is_due());
        assert!(checked(8 * look, look).is_due());
        assert!(!State { is_checking: true, ..checked(8 * look, look) }.is_due());
    }

    #[test]
    fn without_an_index_every_answer_waits_for_the_check() {
        assert!(State { is_checking: true, ..checked(Duration::ZERO, Duration::ZERO) }.is_behind());
        assert!(!checked(Duration::ZERO, Duration::ZERO).is_behind());
    }
}
