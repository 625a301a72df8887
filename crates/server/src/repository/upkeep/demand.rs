//! What a caller can demand of an index beside an answer: that it holds the files as they are at this moment, or that it is
//! made now.
//!
//! The command line asks before every question, so that an edit made a moment before is seen through a server as it is
//! without one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quarry_engine::{CommitError, IndexError, IndexReport, Mode, Ready, causes, clear};
use tokio::sync::oneshot;

use super::{CheckOver, Readiness, Repository};
use crate::failure::Failure;

/// How long a caller waits for files to be looked at. Less than a request may take; whoever still wants it asks again.
const LONGEST_LOOK: Duration = Duration::from_secs(20);

impl Repository {
    /// An index that was compared with the files after this call; while that takes too long, how far it is.
    pub(crate) async fn ready_now(self: &Arc<Self>) -> Readiness {
        let asked = Instant::now();
        let looked = async {
            loop {
                self.checked().await;
                // A check that was running may have looked before the caller's last edit.
                if self.last_check().is_some_and(|check| check.began >= asked) {
                    break;
                }
                self.check_now();
            }
        };
        match tokio::time::timeout(LONGEST_LOOK, looked).await {
            Ok(()) => self.readiness(),
            Err(_) => Readiness::NotYet(self.reading()),
        }
    }

    /// Indexes now, in this mode, after whatever runs, and says what was done.
    pub(crate) async fn index(self: &Arc<Self>, mode: Mode) -> Result<IndexReport, Failure> {
        let (sender, receiver) = oneshot::channel();
        while !self.begins(|state| !state.is_checking) {
            self.checked().await;
        }
        let repository = Arc::clone(self);
        std::thread::spawn(move || {
            // Whoever asked may be gone; the index is made all the same.
            let _ = sender.send(repository.run(mode));
        });
        receiver.await.unwrap_or_else(|_| Err(Failure::internal("indexing ended before its time")))
    }

    fn run(&self, mode: Mode) -> Result<IndexReport, Failure> {
        let mut over =
            CheckOver { repository: self, began: Instant::now(), problem: Some("indexing failed".to_owned()) };
        let before = self.engine();
        let settings_problem = self.reload_settings(&before);
        let engine = self.engine();
        let result = match (engine.index(mode, &*self.gauge), mode) {
            (Err(error), Mode::Rebuild) if is_damage(&error) => {
                // An index that cannot be opened is removed first; one that can serves until the new one is committed.
                clear(&self.place.home, self.root()).map_err(|error| Failure::internal(causes(&error)))?;
                engine.index(mode, &*self.gauge)
            }
            (result, _) => result,
        };
        let mut report = result.map_err(|error| {
            over.problem = Some(causes(&error));
            Failure::no_index(causes(&error))
        })?;
        report.notices.extend(settings_problem);
        over.problem = self.open_newest(&engine, Ready::after(report.clone()), None);
        Ok(report)
    }
}

fn is_damage(error: &IndexError) -> bool {
    matches!(
        error,
        IndexError::Open(_) | IndexError::Commit(CommitError::Open(_)) | IndexError::Commit(CommitError::Index { .. })
    )
}
