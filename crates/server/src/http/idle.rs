//! How long nobody has asked: a daemon that is not needed ends.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is known about requests under way.
#[derive(Debug)]
pub(super) struct Idle(Mutex<State>);

#[derive(Clone, Copy, Debug)]
struct State {
    n_busy: usize,
    /// When the last request ended.
    since: Instant,
}

/// A request under way, as long as it is kept.
pub(super) struct Busy<'a>(&'a Idle);

impl Default for Idle {
    fn default() -> Idle {
        Idle(Mutex::new(State { n_busy: 0, since: Instant::now() }))
    }
}

impl Idle {
    /// A request begins.
    pub(super) fn busy(&self) -> Busy<'_> {
        self.change(|state| state.n_busy += 1);
        Busy(self)
    }

    /// Waits until nobody has asked for so long; without a limit, for ever.
    pub(super) async fn lasting(&self, limit: Option<Duration>) {
        let Some(limit) = limit else { return std::future::pending().await };
        loop {
            let state = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let rested = if state.n_busy > 0 { Duration::ZERO } else { state.since.elapsed() };
            match limit.checked_sub(rested) {
                Some(left) if !left.is_zero() => tokio::time::sleep(left).await,
                _ => return,
            }
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.since = Instant::now();
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.n_busy -= 1);
    }
}
