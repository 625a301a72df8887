//! Work that takes a core, kept away from the threads that carry messages.

use tokio::task::AbortHandle;

use crate::failure::Failure;

/// Runs work on a thread for it. A panic there is a failure here, and nobody else's. If the caller leaves before it has begun, it
/// never does: threads for work are few, and what nobody waits for would keep others waiting.
pub(crate) async fn blocking<T, W>(work: W) -> Result<T, Failure>
where
    T: Send + 'static,
    W: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    let task = tokio::task::spawn_blocking(work);
    let _wanted = Wanted(task.abort_handle());
    match task.await {
        Ok(result) => result,
        Err(_) => Err(Failure::internal("the work ended before its time")),
    }
}

/// Somebody waits for the work, as long as this is kept.
struct Wanted(AbortHandle);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::blocking;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    #[test]
    fn work_that_nobody_waits_for_any_more_is_not_begun() {
        let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            let (go_on, held) = channel::<()>();
            let first = tokio::spawn(blocking(move || {
                let _ = held.recv();
                Ok(())
            }));
            let n_done = Arc::new(AtomicUsize::new(0));
            let counted = || {
                let n_done = Arc::clone(&n_done);
                blocking(move || Ok(n_done.fetch_add(1, Ordering::SeqCst)))
            };
            // Waits in line behind the first, and is left there.
            tokio::select! {
                biased;
                _ = counted() => panic!("there is one thread, and it is taken"),
                () = tokio::task::yield_now() => {}
            }
            go_on.send(()).unwrap();
            first.await.unwrap().unwrap();
            assert_eq!(counted().await, Ok(0), "nobody has counted before");
        });
    }
}
