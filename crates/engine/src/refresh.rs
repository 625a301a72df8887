//! Before an answer: the index is made or brought up to date, or it is told why it is not.
//!
//! An old answer beats none: where another process writes, the disk is full or the folder is read-only, the last complete
//! generation answers, with a notice. Never here: the search itself, or who waits how long for what.

use quarry_store::{CommitError, at_once};

use crate::error::{IndexError, causes};
use crate::indexing::{self, IndexReport, Mode};
use crate::progress::Progress;
use crate::settings::{RerankProvider, Settings};
use crate::{Engine, Searcher};

/// What came of a refresh.
#[derive(Debug)]
pub enum Refreshed {
    /// The index can be asked.
    Ready(Ready),
    /// Another process is making the first index: nothing can be asked yet. The error says so, for whoever does not wait.
    MadeElsewhere(IndexError),
    /// The work was stopped; what was done is kept.
    Stopped,
}

/// An index that can be asked now.
#[derive(Clone, Debug, Default)]
pub struct Ready {
    /// Whether it holds what is on disk.
    pub is_fresh: bool,
    /// What went less well than it could.
    pub notices: Vec<String>,
    /// Why some of it has no vectors.
    pub model_problem: Option<String>,
    /// What was done, unless there was nothing to do or it could not be refreshed.
    pub report: Option<IndexReport>,
}

impl Ready {
    /// An index that was found to hold what is on disk.
    pub fn up_to_date() -> Ready {
        Ready { is_fresh: true, ..Ready::default() }
    }

    /// An index that is older than the files, and why.
    pub fn stale(notice: String) -> Ready {
        Ready { notices: vec![notice], ..Ready::default() }
    }

    /// What is to be told beside an answer by meaning. A model that fails both times is named once: the answer says it then.
    pub fn notices_with(&self, answered: &[String]) -> Vec<String> {
        let is_told = answered.iter().any(|said| said.starts_with("answered by keyword"));
        let problem = self.model_problem.as_ref().filter(|_| !is_told);
        let problem = problem.map(|problem| format!("not everything has vectors: {problem}"));
        self.notices.iter().cloned().chain(problem).chain(answered.iter().cloned()).collect()
    }
}

impl Engine {
    /// Brings the index up to date, or makes it, so that it can be asked. Fails only if there is nothing to ask.
    pub fn refresh(&self, progress: &dyn Progress) -> Result<Refreshed, IndexError> {
        let result = self.index(Mode::Changed, progress);
        if progress.is_cancelled() {
            return Ok(Refreshed::Stopped);
        }
        let error = match result {
            Ok(report) => return Ok(Refreshed::Ready(Ready::after(report))),
            Err(error) => error,
        };
        let is_busy = matches!(error, IndexError::Commit(CommitError::Busy { .. }));
        if matches!(error, IndexError::Commit(_)) && self.open().is_ok() {
            let notice = match is_busy {
                true => "another quarry process is indexing; results may be stale".to_owned(),
                false => format!("the index is not up to date: {}", causes(&error)),
            };
            return Ok(Refreshed::Ready(Ready::stale(notice)));
        }
        if is_busy { Ok(Refreshed::MadeElsewhere(error)) } else { Err(error) }
    }

    /// Asks an index that is there already, while another core looks whether it holds what is on disk: it mostly does, and then
    /// nobody has waited for the look. `None` if it does not, so that [`Engine::refresh`] has something to do; what was answered
    /// is let go.
    pub fn ask_if_up_to_date<T>(&self, ask: impl FnOnce(Searcher<'static>) -> T) -> Option<T> {
        if !self.answers_alone() {
            return None;
        }
        let open_and_ask = || {
            let searcher = self.open_to_keep().ok()?;
            Some((searcher.manifest().generation, ask(searcher)))
        };
        let (up_to_date, asked) = at_once(|| indexing::up_to_date(&self.indexing()), open_and_ask);
        let (generation, answer) = asked?;
        (up_to_date == Some(generation)).then_some(answer)
    }

    /// Whether no model of the user's choice takes part: nobody is waited for or paid, so that one may as well be asked twice.
    fn answers_alone(&self) -> bool {
        let Settings { model, rerank, .. } = &self.settings;
        model.provider.external().is_none() && rerank.provider == RerankProvider::None
    }
}

impl Ready {
    /// An index after a run.
    pub fn after(report: IndexReport) -> Ready {
        Ready {
            is_fresh: report.manifest.complete,
            notices: report.notices.clone(),
            model_problem: report.model_problem.clone(),
            report: Some(report),
        }
    }
}
