//! Documents on their way to the threads that build postings.
//!
//! The documents of a file go as one batch, so that they stand one after the other in one segment. The queue behind tantivy's
//! writer counts batches, however large; here their bytes are counted, and who brings more waits.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tantivy::TantivyDocument;
use tantivy::schema::document::Document;

use crate::vector::QuantisedVector;

/// Text of files that may wait. Enough to keep every thread busy, little beside what these hold.
const MAX_WAITING_BYTES: usize = 16 << 20;

/// How much waits.
#[derive(Default)]
pub(super) struct Queue {
    n_waiting: Mutex<usize>,
    left: Condvar,
}

impl Queue {
    /// Waits until a file of so many bytes may join. An empty queue takes every file.
    pub(super) fn join(self: &Arc<Self>, n_bytes: usize) -> Arc<Place> {
        let waiting = self.n_waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |n_waiting: &mut usize| *n_waiting > 0 && *n_waiting + n_bytes > MAX_WAITING_BYTES;
        let mut waiting = self.left.wait_while(waiting, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting += n_bytes;
        Arc::new(Place { queue: Arc::clone(self), n_bytes })
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

/// A document that waits, with its vector, which tantivy itself knows nothing of (`vectors`).
pub(super) struct Waiting {
    pub(super) document: TantivyDocument,
    pub(super) vector: Option<QuantisedVector>,
    pub(super) _place: Arc<Place>,
}

impl Document for Waiting {
    type Value<'a> = <TantivyDocument as Document>::Value<'a>;
    type FieldsValuesIter<'a> = <TantivyDocument as Document>::FieldsValuesIter<'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        self.document.iter_fields_and_values()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_WAITING_BYTES, Queue};
    use std::sync::mpsc::{TryRecvError, channel};
    use std::sync::{Arc, PoisonError};

    #[test]
    fn who_brings_too_much_waits_until_somebody_leaves() {
        let queue = Arc::<Queue>::default();
        // Larger than all that may wait, and alone.
        let first = queue.join(2 * MAX_WAITING_BYTES);
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
