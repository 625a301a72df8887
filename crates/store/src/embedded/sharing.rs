//! Pieces of work shared among the cores.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A second thread is started only if there are this many pieces for each: starting one costs as much as half a piece.
const PIECES_PER_THREAD: usize = 2;

/// Does all pieces of work, each once, on as many threads as pay.
pub(super) fn shared<S: Send>(
    n_pieces: usize,
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    on_threads((n_pieces / PIECES_PER_THREAD).clamp(1, n_cores()), n_pieces, new, work)
}

/// Does all pieces of work, each once, on so many threads. Every thread keeps a share of the result; which pieces are in
/// which share is left to chance, so shares must be put together by something that does not depend on it.
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
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads).map(|_| scope.spawn(share)).collect();
        let mut shares = vec![share()];
        for other in others {
            match other.join() {
                Ok(share) => shares.push(share),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        shares
    })
}

/// Asked once: the answer is read from several files of the system.
pub(super) fn n_cores() -> usize {
    static N_CORES: OnceLock<usize> = OnceLock::new();
    *N_CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
