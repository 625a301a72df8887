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

/// Does one thing on a free core while this thread does the other; one after the other where no core is free.
pub fn at_once<A: Send, B>(elsewhere: impl FnOnce() -> A + Send, here: impl FnOnce() -> B) -> (A, B) {
    let at_work = AtWork::with_at_most(1);
    let is_free = N_AT_WORK.load(Ordering::Relaxed) < n_cores();
    let Some(helpers) = is_free.then(helpers).flatten() else { return (elsewhere(), here()) };
    let mut done = None;
    let result = helpers.in_place_scope(|scope| {
        scope.spawn(|_| {
            done = Some(elsewhere());
            // From now on what is done here may be helped with.
            drop(at_work);
        });
        here()
    });
    (done.expect("a scope ends when all that was begun in it is done"), result)
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

/// Set by the first helper that runs.
static IS_RUNNING: OnceLock<()> = OnceLock::new();

/// Has those started who will help, and does not wait for them. A process that answers one question and ends does so first of all.
pub fn start_helpers() {
    let _ = started_helpers();
}

/// Those who help, when one of them runs. Linux may give a new thread the very core that its maker works on, because something else
/// works on the other one for a moment. There it stands behind its maker for milliseconds: longer than a whole search takes. So the
/// maker waits, and it goes to another core.
fn helpers() -> Option<&'static ThreadPool> {
    let helpers = started_helpers()?;
    IS_RUNNING.wait();
    Some(helpers)
}

/// A thread for every core but that of the one who asks; none if there is but one core, or the system gives none.
fn started_helpers() -> Option<&'static ThreadPool> {
    static HELPERS: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let start = || {
        let n_helpers = n_cores().checked_sub(1).filter(|n_helpers| *n_helpers > 0)?;
        let makers_core = cores::current();
        ThreadPoolBuilder::new()
            .num_threads(n_helpers)
            .thread_name(|n| format!("quarry-search-{n}"))
            .start_handler(move |_| {
                cores::leave(makers_core);
                let _ = IS_RUNNING.set(());
            })
            .build()
            .ok()
    };
    HELPERS.get_or_init(start).as_ref()
}

#[cfg(target_os = "linux")]
mod cores {
    use rustix::thread::{sched_getaffinity, sched_getcpu, sched_setaffinity};

    /// The core that this thread runs on.
    pub(super) fn current() -> usize {
        sched_getcpu()
    }

    /// Has this thread go on on another core, if it may run on another. From there it may be moved like any thread.
    pub(super) fn leave(core: usize) {
        let Ok(allowed) = sched_getaffinity(None) else { return };
        let mut others = allowed;
        others.unset(core);
        if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
            let _ = sched_setaffinity(None, &allowed);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod cores {
    pub(super) fn current() -> usize {
        0
    }

    pub(super) fn leave(_: usize) {}
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
    use super::{AtWork, at_once, n_cores, n_worth_starting, on_free_cores, on_threads};

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
    fn two_things_are_done_whether_or_not_a_core_is_free() {
        let all_cores = (0..3).map(|_| AtWork::with_at_most(n_cores())).collect::<Vec<_>>();
        for others in [all_cores, Vec::new()] {
            let mut here = 0;
            let done = at_once(
                || 1,
                || {
                    here += 1;
                    on_free_cores(&[2, 3], |thing| *thing)
                },
            );
            assert_eq!((done, here), ((1, vec![2, 3]), 1), "beside {}", others.len());
        }
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
