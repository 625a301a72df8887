//! Pieces of work shared among the cores.
//!
//! The threads that help are kept: a question at a million chunks asks for help five times, and a thread of its own each time would
//! begin with memory that the system has to clear first, two megabytes at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// A second thread is asked only if there are this many pieces for each: waking one costs as much as half a piece.
const PIECES_PER_THREAD: usize = 2;

/// Threads of all questions that are at work now.
static N_AT_WORK: AtomicUsize = AtomicUsize::new(0);

/// Does the same with each of some things, on as many cores as pay and no other question works on. The results stand in the order
/// of the things.
pub fn on_free_cores<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let shares = shared(things.len(), Vec::new, |done, place| done.push((place, work(&things[place]))));
    let mut done: Vec<(usize, R)> = shares.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does all pieces of work, each once, on as many threads as pay.
pub(super) fn shared<S: Send>(
    n_pieces: usize,
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    on_threads((n_pieces / PIECES_PER_THREAD).clamp(1, n_cores()), n_pieces, new, work)
}

/// Does all pieces of work, each once, on so many threads at most: where many ask at once, each has one, because a thread
/// that waits for a core helps nobody. Every thread keeps a share of the result; how many there are and which pieces are in
/// which is left to chance, so shares must be put together by something that does not depend on it.
pub(super) fn on_threads<S: Send>(
    n_threads: usize,
    n_pieces: usize,
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut share = new();
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= n_pieces {
                return share;
            }
            work(&mut share, piece);
        }
    };
    let at_work = AtWork::with_at_most(n_threads);
    let Some(helpers) = (at_work.n_threads > 1).then(helpers).flatten() else { return vec![share()] };
    let shares = Mutex::new(Vec::with_capacity(at_work.n_threads));
    let hand_in = |share: S| shares.lock().unwrap_or_else(PoisonError::into_inner).push(share);
    helpers.in_place_scope(|scope| {
        (1..at_work.n_threads).for_each(|_| scope.spawn(|_| hand_in(share())));
        hand_in(share());
    });
    shares.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A thread for every core but that of the one who asks; none if there is but one core, or the system gives none.
fn helpers() -> Option<&'static ThreadPool> {
    static HELPERS: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let start = || {
        let n_helpers = n_cores().checked_sub(1).filter(|n_helpers| *n_helpers > 0)?;
        ThreadPoolBuilder::new().num_threads(n_helpers).thread_name(|n| format!("quarry-search-{n}")).build().ok()
    };
    HELPERS.get_or_init(start).as_ref()
}

/// Threads that count as working while this is kept.
struct AtWork {
    n_threads: usize,
}

impl AtWork {
    /// As many as cores are free, and the one that asks.
    fn with_at_most(n_threads: usize) -> AtWork {
        let n_before = N_AT_WORK.fetch_add(1, Ordering::Relaxed);
        let n_threads = n_worth_starting(n_threads, n_cores().saturating_sub(n_before));
        N_AT_WORK.fetch_add(n_threads - 1, Ordering::Relaxed);
        AtWork { n_threads }
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        N_AT_WORK.fetch_sub(self.n_threads, Ordering::Relaxed);
    }
}

fn n_worth_starting(n_wanted: usize, n_free_cores: usize) -> usize {
    n_wanted.min(n_free_cores).max(1)
}

/// Asked once: the answer is read from several files of the system.
pub(super) fn n_cores() -> usize {
    static N_CORES: OnceLock<usize> = OnceLock::new();
    *N_CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use super::{AtWork, n_cores, n_worth_starting, on_free_cores, on_threads};

    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<u32> = (0..1000).collect();
        assert_eq!(on_free_cores(&things, |thing| *thing), things);
        assert!(on_free_cores(&[], |thing: &u32| *thing).is_empty());
    }

    #[test]
    fn who_asks_works_and_others_help_if_they_have_a_core() {
        let wanted_and_free = [(4, 8), (4, 2), (4, 1), (4, 0), (1, 8)];
        assert_eq!(wanted_and_free.map(|(wanted, free)| n_worth_starting(wanted, free)), [4, 2, 1, 1, 1]);
    }

    #[test]
    fn every_piece_is_done_once_however_many_are_at_work() {
        let all_cores = (0..3).map(|_| AtWork::with_at_most(n_cores())).collect::<Vec<_>>();
        for others in [all_cores, Vec::new()] {
            let shares = on_threads(4, 100, Vec::new, |done: &mut Vec<usize>, piece| done.push(piece));
            let mut done = shares.concat();
            done.sort_unstable();
            assert!(done.into_iter().eq(0..100), "beside {}", others.len());
        }
    }
}
