//! While a caller waits: progress, if it asked for some, and an end to waiting, if it does not want an answer any more.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;

use crate::failure::Failure;
use crate::repository::{Doing, Repository};

/// How often progress is told.
const TICK: Duration = Duration::from_millis(500);

/// Waits for work on a repository. Indexing goes on if the caller leaves: it is for all.
pub(super) async fn wait<T>(
    work: impl Future<Output = T>,
    repository: &Repository,
    context: &RequestContext<RoleServer>,
) -> Result<T, Failure> {
    let mut work = std::pin::pin!(work);
    let mut told = None;
    loop {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => return Err(Failure::cancelled()),
            done = &mut work => return Ok(done),
            () = tokio::time::sleep(TICK) => tell(repository, context, &mut told).await,
        }
    }
}

async fn tell(repository: &Repository, context: &RequestContext<RoleServer>, told: &mut Option<usize>) {
    let Some(token) = context.meta.get_progress_token() else { return };
    let reading = repository.reading();
    // The protocol wants it to grow each time.
    if reading.doing == Doing::Nothing || told.is_some_and(|told| reading.n_done <= told) {
        return;
    }
    *told = Some(reading.n_done);
    let progress = ProgressNotificationParam::new(token, reading.n_done as f64)
        .with_total(reading.n_wanted as f64)
        .with_message(reading.sentence());
    // A client that cannot be told any more will not read the answer either.
    let _ = context.peer.notify_progress(progress).await;
}
