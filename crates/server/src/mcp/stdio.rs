//! `quarry mcp`: one client, over standard input and output.

use std::time::Duration;

use quarry_engine::SettingsError;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use super::Mcp;
use super::workspace::Workspace;
use crate::budget;
use crate::repository::Place;

/// How long indexing may take to end between two files when the client is gone.
const LONGEST_STOP: Duration = Duration::from_secs(10);

/// What a client is answered about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// This repository.
    Place(Place),
    /// The one that the client works in, whichever that is.
    Workspace(Workspace),
}

/// Why a server could not be started or went on no longer.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// The settings of the repository are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The system refuses.
    #[error("cannot start")]
    Start(#[source] std::io::Error),
    /// The client does not speak MCP.
    #[error("the client does not begin as MCP wants")]
    Handshake(#[source] Box<ServerInitializeError>),
}

/// Serves one client until it closes its end, or the process is told to stop.
pub fn serve_stdio(subject: Subject) -> Result<(), McpError> {
    let mcp = Mcp::about(subject)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(McpError::Start)?;
    budget::warm_up();
    let served = runtime.block_on(serve(mcp));
    // Reading standard input cannot be interrupted; the process ends without waiting for it.
    runtime.shutdown_background();
    served
}

async fn serve(mcp: Mcp) -> Result<(), McpError> {
    let stop = CancellationToken::new();
    let told = stop.clone();
    tokio::spawn(async move {
        crate::signals::stop_wanted().await;
        told.cancel();
    });
    let ended = converse(mcp.clone(), stdio_pipes(), stop).await;
    let _ = tokio::time::timeout(LONGEST_STOP, mcp.stop()).await;
    ended
}

/// Answers one client until it closes its end. What it asked before that is answered still.
pub(super) async fn converse<Input, Output>(
    mcp: Mcp,
    pipes: (Input, Output),
    stop: CancellationToken,
) -> Result<(), McpError>
where
    Input: AsyncRead + Send + Unpin + 'static,
    Output: AsyncWrite + Send + Unpin + 'static,
{
    match rmcp::service::serve_server_with_ct(mcp, pipes, stop).await {
        Ok(service) => {
            // However it ended, there is nobody left to tell.
            let _ = service.waiting().await;
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => Ok(()),
        Err(error) => Err(McpError::Handshake(Box::new(error))),
    }
}
