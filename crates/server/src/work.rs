//! Work that takes a core, kept away from the threads that carry messages.

use crate::failure::Failure;

/// Runs work on a thread for it. A panic there is a failure here, and nobody else's.
pub(crate) async fn blocking<T, W>(work: W) -> Result<T, Failure>
where
    T: Send + 'static,
    W: FnOnce() -> Result<T, Failure> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(Failure::internal("the work ended before its time")),
    }
}
