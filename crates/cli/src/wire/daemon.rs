//! What a daemon says about itself: to the commands that look for it, and to its user.

use serde::{Deserialize, Serialize};

/// The file by which commands find a daemon.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct DaemonRecord {
    /// The binary, and what it was told about models: another one is not asked.
    pub(crate) identity: String,
    pub(crate) pid: u32,
    /// Address and port on loopback.
    pub(crate) address: String,
    pub(crate) token: String,
    /// Seconds since 1970.
    pub(crate) started_at: u64,
    /// It ends when nobody has asked for so long.
    pub(crate) idle_seconds: u64,
}

/// `quarry daemon status --json`.
#[derive(Debug, Serialize)]
pub(crate) struct DaemonDocument {
    pub(crate) schema: &'static str,
    pub(crate) running: bool,
    pub(crate) pid: Option<u32>,
    pub(crate) address: Option<String>,
    /// Seconds since 1970.
    pub(crate) started_at: Option<u64>,
    pub(crate) idle_seconds: Option<u64>,
    /// Tops of the repositories that it keeps open.
    pub(crate) repositories: Vec<String>,
    /// What it said to nobody.
    pub(crate) log: String,
}
