//! Documents on their way to the threads that build postings.
//!
//! The documents of a file go as one batch, so that they stand one after the other in one segment. The queue behind tantivy's
//! writer counts batches, however large; here their bytes are counted, and who brings more waits.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Text of files that may wait for each thread that builds postings. Hardly any does while it takes them; while it writes a segment out,
/// this much is parsed.
const BYTES_PER_THREAD: usize = 32 << 20;

/// How much waits.
pub(super) struct Queue {
    max_bytes: usize,
    n_waiting: Mutex<usize>,
    left: Condvar,
}

impl Queue {
    /// A queue before so many threads.
    pub(super) fn before(n_threads: usize) -> Arc<Self> {
        Arc::new(Queue { max_bytes: n_threads * BYTES_PER_THREAD, n_waiting: Mutex::default(), left: Condvar::new() })
    }

    /// Waits until a file of so many bytes may join. An empty queue takes every file.
    pub(super) fn join(self: &Arc<Self>, n_bytes: usize) -> Place {
        let waiting = self.n_waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |n_waiting: &mut usize| *n_waiting > 0 && *n_waiting + n_bytes > self.max_bytes;
        let mut waiting = self.left.wait_while(waiting, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting += n_bytes;
        Place { queue: Arc::clone(self), n_bytes }
    }
}

/// A file's place in the queue, held by all its documents; the last one leaves it.
pub(super) struct Place {
    queue: Arc<Queue>,
    n_bytes: usize,
}

impl Drop for Place {
    fn drop(&mut self) {
        *self.queue.n_waiting.lock().unwrap_or_else(PoisonError::into_inner) -= self.n_bytes;
        self.queue.left.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES_PER_THREAD, Queue};
    use std::sync::mpsc::{TryRecvError, channel};
    use std::sync::{Arc, PoisonError};

    #[test]
    fn who_brings_too_much_waits_until_somebody_leaves() {
        let queue = Queue::before(1);
        // Larger than all that may wait, and alone.
        let first = queue.join(2 * BYTES_PER_THREAD);
        let (sender, joined) = channel();
        let behind = Arc::clone(&queue);
        let other = std::thread::spawn(move || sender.send(behind.join(1)));
        assert_eq!(joined.try_recv().err(), Some(TryRecvError::Empty));
        drop(first);
        drop(joined.recv().expect("a place"));
        other.join().expect("no panic").expect("it was received");
        assert_eq!(*queue.n_waiting.lock().unwrap_or_else(PoisonError::into_inner), 0);
    }
}
