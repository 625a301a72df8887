//! `quarry serve`: one process for many clients and repositories. REST, MCP over HTTP, a web page, health, metrics.
//!
//! Every request passes `admission` (is this caller meant to be here?) and `observation` (how long did it take, who asked?) before a
//! route sees it. Never here: how questions are answered.

mod admission;
mod audit;
mod connections;
mod idle;
mod metrics;
mod oauth;
mod observation;
mod openapi;
mod page;
mod problem;
mod rate;
mod routes;
mod tokens;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quarry_engine::SettingsError;
use tokio_util::sync::CancellationToken;

use crate::repositories::{Newcomers, Repositories};
use crate::repository::Place;
use admission::Hosts;
use audit::Audit;
use connections::Limits;
use idle::Idle;
use metrics::Metrics;
use rate::Limiter;

pub use tokens::{Scope, Tokens, TokensError};

/// How long requests under way may take to end when the process is told to stop.
const LONGEST_DRAIN: Duration = Duration::from_secs(20);
/// Threads for searches beside those that carry messages, per core: one may wait for the disk while another computes.
const WORKERS_PER_CORE: usize = 2;

/// How a server is reached, and by whom.
#[derive(Debug)]
pub struct HttpOptions {
    /// Where it listens; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// Who may ask. Without tokens, whoever can reach this machine's loopback may.
    pub tokens: Tokens,
    /// Further names it is called by.
    pub hosts: Vec<String>,
    /// How clients write its address, if something stands before it: `https://code.example.com`.
    pub public_url: Option<String>,
    /// Who gives out tokens to MCP clients.
    pub issuer: Option<String>,
    /// Where every request is written down.
    pub audit_log: Option<PathBuf>,
    /// Requests of one caller per second; none: as many as can be answered.
    pub requests_per_second: Option<u32>,
    /// Of a daemon: how repositories are opened that it is asked for.
    pub newcomers: Option<Newcomers>,
    /// Of a daemon: it ends when nobody has asked for so long, or when it is told to.
    pub ends_when_idle: Option<Duration>,
}

/// Why a server could not be started.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The settings of a repository are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Everybody on the network could read the code.
    #[error("{listen} can be reached from other machines, and there are no tokens")]
    Open {
        /// Where it was to listen.
        listen: SocketAddr,
    },
    /// The system refuses the address.
    #[error("cannot listen on {listen}")]
    Listen {
        /// Where it was to listen.
        listen: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The audit log cannot be written.
    #[error("cannot write the audit log")]
    Audit(#[source] std::io::Error),
    /// The system refuses.
    #[error("cannot start")]
    Start(#[source] std::io::Error),
}

/// What all requests share.
pub(crate) struct Service {
    pub(crate) repositories: Arc<Repositories>,
    pub(crate) metrics: Metrics,
    tokens: Tokens,
    hosts: Hosts,
    limiter: Limiter,
    audit: Audit,
    public_url: String,
    issuer: Option<String>,
    ends_when_idle: Option<Duration>,
    idle: Idle,
    /// Raised when the process is told to stop: streams end.
    pub(crate) stop: CancellationToken,
}

/// Serves until the process is told to stop. `announce` is told the address when clients can connect.
pub fn serve_http(
    places: Vec<Place>,
    options: HttpOptions,
    announce: impl FnOnce(SocketAddr),
) -> Result<(), HttpError> {
    if options.tokens.is_empty() && !options.listen.ip().is_loopback() {
        return Err(HttpError::Open { listen: options.listen });
    }
    let repositories = Arc::new(Repositories::new(places, options.newcomers.clone())?);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores)
        .max_blocking_threads(cores * WORKERS_PER_CORE)
        .enable_all()
        .build()
        .map_err(HttpError::Start)?;
    let served = runtime.block_on(serve(repositories, options, announce));
    runtime.shutdown_background();
    served
}

async fn serve(
    repositories: Arc<Repositories>,
    options: HttpOptions,
    announce: impl FnOnce(SocketAddr),
) -> Result<(), HttpError> {
    let listen = options.listen;
    let refused = |source| HttpError::Listen { listen, source };
    let listener = tokio::net::TcpListener::bind(listen).await.map_err(refused)?;
    let bound = listener.local_addr().map_err(refused)?;
    let stop = CancellationToken::new();
    let service = Arc::new(Service {
        repositories: Arc::clone(&repositories),
        metrics: Metrics::default(),
        tokens: options.tokens,
        hosts: Hosts::new(bound, options.hosts, options.public_url.as_deref()),
        limiter: Limiter::new(options.requests_per_second),
        audit: Audit::open(options.audit_log.as_deref()).map_err(HttpError::Audit)?,
        public_url: options.public_url.unwrap_or_else(|| format!("http://{bound}")),
        issuer: options.issuer,
        ends_when_idle: options.ends_when_idle,
        idle: Idle::default(),
        stop: stop.clone(),
    });
    repositories.warm_up();
    crate::budget::warm_up();
    announce(bound);
    let app = routes::all(Arc::clone(&service));
    let accepting = connections::accept(listener, app, Limits::default(), stop.clone());
    let stopping = async {
        tokio::select! {
            () = crate::signals::stop_wanted() => {}
            () = stop.cancelled() => {}
            () = service.idle.lasting(service.ends_when_idle) => {}
        }
        stop.cancel();
    };
    let (connections, ()) = tokio::join!(accepting, stopping);
    // Whoever is still connected then has had its time.
    let _ = tokio::time::timeout(LONGEST_DRAIN, async {
        connections.drained().await;
        repositories.stop().await;
    })
    .await;
    Ok(())
}
