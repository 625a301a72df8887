//! Who is asked: the index of this machine, or a server. Every command that asks begins here.
//!
//! In:  what was typed, as far as it says which repository is meant and how fresh its index must be.
//! Out: somebody who answers, in the engine's own types, so that commands and renderers know nothing of servers.

mod graph;
mod there;

use std::path::{Path, PathBuf};

use anyhow::Context;
use quarry_engine::{Engine, Ready, Searcher, Settings};

use crate::args::RefreshArgs;
use crate::config::{Environment, Target};
use crate::console::Console;
use crate::daemon;
use crate::progress::Watch;
use crate::refresh::{self, GoesBy};
use crate::remote::error::ServerError;
use crate::report::UsageError;

pub(crate) use graph::{Deps, Uses};
pub(crate) use there::There;

/// That a command does its work itself although a daemon was wanted.
const WITHOUT_DAEMON: &str = "answered without the daemon";

/// What was typed, as far as it says who is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
    /// The repository, or a part of it, or a file in it.
    pub(crate) path: Option<&'a Path>,
    pub(crate) refresh: RefreshArgs,
    /// What an answer goes by when the index is taken as it is.
    pub(crate) goes_by: GoesBy,
    /// Why no server can be asked for this.
    pub(crate) only_here: Option<&'static str>,
}

/// Somebody who answers.
pub(crate) struct Asking {
    pub(crate) who: Who,
    /// How fresh the answers are.
    pub(crate) ready: Ready,
    /// Top of the repository, where it is answered for.
    pub(crate) root: PathBuf,
    /// The part of the repository that was named; empty for all of it.
    pub(crate) within: String,
    /// What leads from the reader's directory to the paths of answers.
    pub(crate) prefix: String,
    /// Longer lines are cut when they are shown.
    pub(crate) max_line_chars: usize,
    pub(crate) generation: u64,
    pub(crate) n_files: usize,
}

/// Who answers.
pub(crate) enum Who {
    /// This process.
    Here(Box<Here>),
    /// A server.
    There(There),
}

/// An index of this machine.
pub(crate) struct Here {
    pub(crate) engine: Engine,
    pub(crate) searcher: Searcher<'static>,
}

impl Asking {
    /// Finds who answers, and has the index brought up to date. `None`: Ctrl-C, and the reader has been told.
    pub(crate) fn open(
        wish: &Wish<'_>,
        environment: &Environment,
        console: &mut Console,
    ) -> anyhow::Result<Option<Asking>> {
        let opened = Asking::answered(wish, |_| Ok(()), environment, console, |_| ())?;
        Ok(opened.map(|(asking, ())| asking))
    }

    /// The same, and asks; twice if what was asked first turns out to be older than the files.
    pub(crate) fn answered<T>(
        wish: &Wish<'_>,
        overlay: impl FnOnce(&mut Settings) -> Result<(), UsageError>,
        environment: &Environment,
        console: &mut Console,
        ask: impl Fn(&Asking) -> T,
    ) -> anyhow::Result<Option<(Asking, T)>> {
        if let Some(server) = environment.named_server()? {
            return match wish.only_here {
                Some(why) => Err(elsewhere(why).into()),
                None => Ok(there::open(server, wish, environment, console)?.map(|asking| asking.with_answer(ask))),
            };
        }
        quarry_engine::start_helpers();
        let target = environment.target(wish.path)?;
        let mut settings = target.settings()?;
        let daemon_settings = settings.daemon.clone();
        overlay(&mut settings)?;
        let engine = target.engine(settings);
        refresh::refuse_to_index_everything(&engine, environment, wish.path)?;
        if wish.only_here.is_none() && environment.wants_daemon(&daemon_settings) {
            match daemon::server(&target, &daemon_settings, environment) {
                Ok(server) => match there::open(server, wish, environment, console) {
                    Err(error) if is_absence(&error) => console.note(&format!("{WITHOUT_DAEMON}: {error:#}")),
                    opened => return Ok(opened?.map(|asking| asking.with_answer(ask))),
                },
                Err(error) => console.note(&format!("{WITHOUT_DAEMON}: {error:#}")),
            }
        }
        Local { engine, target, environment }.answered(wish, console, ask)
    }

    fn with_answer<T>(self, ask: impl Fn(&Asking) -> T) -> (Asking, T) {
        let answer = ask(&self);
        (self, answer)
    }

    /// What is to be told beside an answer by meaning; a server has told a part of it with the answer itself.
    pub(crate) fn notices_with(&self, answered: &[String]) -> Vec<String> {
        let before = self.ready.notices_with(&[]);
        let is_new = |notice: &&String| !before.contains(notice);
        let answered: Vec<String> = answered.iter().filter(is_new).cloned().collect();
        self.ready.notices_with(&answered)
    }
}

/// A repository of this machine, before it is asked.
struct Local<'a> {
    engine: Engine,
    target: Target,
    environment: &'a Environment,
}

impl Local<'_> {
    /// Asks at once while it is looked whether the index holds what is on disk; if it does not, brings it up to date and asks then.
    fn answered<T>(
        &self,
        wish: &Wish<'_>,
        console: &mut Console,
        ask: impl Fn(&Asking) -> T,
    ) -> anyhow::Result<Option<(Asking, T)>> {
        if !wish.refresh.no_refresh {
            let watch = Watch::of_a_look(console);
            let ask = |searcher| self.asking(searcher, Ready::up_to_date()).with_answer(&ask);
            let asked = self.engine.ask_if_up_to_date(ask);
            drop(watch);
            if asked.is_some() {
                return Ok(asked);
            }
        }
        let Some(ready) = refresh::before_answer(&self.engine, wish.refresh, wish.goes_by, console)? else {
            return Ok(None);
        };
        let searcher = self.engine.open_to_keep().with_context(|| refresh::failed(&self.engine))?;
        Ok(Some(self.asking(searcher, ready).with_answer(ask)))
    }

    fn asking(&self, searcher: Searcher<'static>, ready: Ready) -> Asking {
        let Local { engine, target, environment } = self;
        Asking {
            ready,
            root: target.root().to_owned(),
            within: target.location.within.clone(),
            prefix: environment.way_to(target.root()),
            max_line_chars: engine.settings().search.max_line_chars,
            generation: searcher.manifest().generation,
            n_files: searcher.manifest().files.len(),
            who: Who::Here(Box::new(Here { engine: engine.clone(), searcher })),
        }
    }
}

/// A repository of the server of `QUARRY_SERVER`, if that is set, whatever the state of its index.
pub(crate) fn named(path: Option<&Path>, environment: &Environment) -> anyhow::Result<Option<There>> {
    environment.named_server()?.map(|server| there::found(server, path, environment)).transpose()
}

/// Whether nobody was there to answer.
fn is_absence(error: &anyhow::Error) -> bool {
    error.downcast_ref::<ServerError>().is_some_and(ServerError::is_absence)
}

/// That something cannot be done by a server.
pub(crate) fn elsewhere(why: &str) -> UsageError {
    UsageError { what: why.to_owned(), help: Some("unset QUARRY_SERVER to do it on this machine".to_owned()) }
}
