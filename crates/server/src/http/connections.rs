//! Connections: how many, how slowly a client may speak, and how they end.
//!
//! axum's own server takes any number of clients and waits for ever for the rest of a request; this one does not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Clients at a time; the next one waits in the system's queue.
const MAX_CONNECTIONS: usize = 512;
/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a request's head at most.
const MAX_HEAD_BYTES: usize = 64 << 10;
/// After an error of the system (no more file handles), a moment's rest.
const REST: Duration = Duration::from_millis(50);

/// Who is at the other end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) SocketAddr);

/// Connections that are still open.
pub(super) struct Connections(GracefulShutdown);

impl Connections {
    /// Waits until all requests under way are answered.
    pub(super) async fn drained(self) {
        self.0.shutdown().await;
    }
}

/// Takes clients until told to stop.
pub(super) async fn accept(listener: TcpListener, app: Router, stop: CancellationToken) -> Connections {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let open = GracefulShutdown::new();
    loop {
        let next = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            next = next_client(&listener, &places) => next,
        };
        match next {
            Some((stream, peer, place)) => serve(stream, Peer(peer), app.clone(), &open, place),
            None => tokio::time::sleep(REST).await,
        }
    }
    Connections(open)
}

async fn next_client(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    let (stream, peer) = listener.accept().await.ok()?;
    Some((stream, peer, place))
}

fn serve(stream: TcpStream, peer: Peer, app: Router, open: &GracefulShutdown, place: OwnedSemaphorePermit) {
    // Answers are whole; waiting for more to send costs 40 ms on some systems.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let mut app = app.clone();
        async move { tower_service::Service::call(&mut app, request.map(Body::new)).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), answer);
    let connection = open.watch(connection);
    tokio::spawn(async move {
        // A client that breaks off is no error of ours.
        let _ = connection.await;
        drop(place);
    });
}
