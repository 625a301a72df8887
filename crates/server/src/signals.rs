//! When the process is asked to end.

/// Returns when Ctrl-C is pressed or the system asks to stop.
pub(crate) async fn stop_wanted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = asked.recv() => return,
                result = tokio::signal::ctrl_c() => if result.is_ok() { return },
            }
        }
    }
    // Where no handler can be set, the signal ends the process by itself.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
