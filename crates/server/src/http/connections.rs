//! Connections: how many, how slowly a client may speak, and how they end.
//!
//! axum's own server takes any number of clients and waits for ever for the rest of a request, and for a client to read; this one
//! does not.

mod stalls;

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
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use stalls::Impatient;

/// What clients are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Clients at a time; the next one waits in the system's queue.
    n_connections: usize,
    /// How long a client may take to send the head of a request, and to ask again.
    head: Duration,
    /// How long a client may read nothing of an answer.
    stall: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { n_connections: 512, head: Duration::from_secs(10), stall: Duration::from_secs(30) }
    }
}

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
pub(super) async fn accept(listener: TcpListener, app: Router, limits: Limits, stop: CancellationToken) -> Connections {
    let places = Arc::new(Semaphore::new(limits.n_connections));
    let open = GracefulShutdown::new();
    loop {
        let next = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            next = next_client(&listener, &places) => next,
        };
        match next {
            Some((stream, peer, place)) => {
                let connection = connected(stream, Peer(peer), app.clone(), limits);
                let connection = open.watch(connection);
                tokio::spawn(async move {
                    // A client that breaks off is no error of ours.
                    let _ = connection.await;
                    drop(place);
                });
            }
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

fn connected(
    stream: TcpStream,
    peer: Peer,
    app: Router,
    limits: Limits,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    // Answers are whole; waiting for more to send costs 40 ms on some systems.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let mut app = app.clone();
        async move { tower_service::Service::call(&mut app, request.map(Body::new)).await }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(Impatient::new(stream, limits.stall)), answer)
}

#[cfg(test)]
mod tests {
    use super::{Limits, accept};
    use axum::Router;
    use axum::routing::get;
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::time::Duration;
    use tokio_util::sync::CancellationToken;

    /// More than any system keeps for somebody who does not read.
    const MUCH: usize = 64 << 20;

    /// A server for one client at a time.
    fn serve(limits: Limits) -> (SocketAddr, CancellationToken) {
        let stop = CancellationToken::new();
        let told = stop.clone();
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                sender.send(listener.local_addr().unwrap()).unwrap();
                let app = Router::new()
                    .route("/much", get(|| async { vec![b'x'; MUCH] }))
                    .route("/little", get(|| async { "little" }));
                accept(listener, app, limits, told).await;
            });
        });
        (receiver.recv().unwrap(), stop)
    }

    fn asking(address: SocketAddr, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        stream
    }

    /// What a client hears that is let in at last.
    fn heard(mut stream: TcpStream) -> String {
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let mut bytes = vec![0; 4096];
        let n_bytes = stream.read(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..n_bytes]).into_owned()
    }

    #[test]
    fn whoever_does_not_read_or_does_not_go_on_asking_makes_room_for_others() {
        let soon = Duration::from_millis(200);
        let never = Duration::from_secs(3600);
        for (path, limits) in [
            ("/much", Limits { n_connections: 1, head: never, stall: soon }),
            ("/little", Limits { n_connections: 1, head: soon, stall: never }),
        ] {
            let (address, stop) = serve(limits);
            let first = asking(address, path);
            assert!(heard(asking(address, "/little")).ends_with("little"), "after {path}");
            drop(first);
            stop.cancel();
        }
    }

    #[test]
    fn whoever_reads_slowly_gets_all_of_it() {
        let limits = Limits { n_connections: 1, head: Duration::from_secs(60), stall: Duration::from_secs(60) };
        let (address, stop) = serve(limits);
        let mut stream = asking(address, "/much");
        let mut bytes = vec![0; 1 << 20];
        let mut n_bytes = 0;
        while n_bytes < MUCH {
            std::thread::yield_now();
            n_bytes += stream.read(&mut bytes).unwrap();
        }
        stop.cancel();
    }
}
