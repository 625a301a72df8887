//! What a model needs of this run and this user: the key, where vectors are kept, how it is stopped.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a model needs besides its configuration: what is secret, local, or of this run only.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The key, read by the caller: this crate does not look at the environment.
    pub key: Option<Secret>,
    /// Numbers per vector, if an index says so already; saves the request that would ask.
    pub known_dimension: Option<usize>,
    /// Where vectors are kept for the next time; none to keep nothing.
    pub cache: Option<CachePlace>,
    /// Ends all work early.
    pub stop: Stop,
}

/// Where vectors are kept, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachePlace {
    /// A folder; every model has a file of its own in it.
    pub folder: PathBuf,
    /// Bytes one model's file may take; when it grows over this, the oldest vectors go.
    pub max_bytes: u64,
}

impl CachePlace {
    /// 4 GiB: 1.4 million vectors of 768 numbers, more than the largest repositories have chunks.
    pub const DEFAULT_MAX_BYTES: u64 = 4 << 30;
}

/// A key. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a key; white space around it is a slip of whoever stored it.
    pub fn new(key: &str) -> Secret {
        Secret(key.trim().to_owned())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

/// A flag that ends work early, from another thread or a signal handler. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    above: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// Asks all work that holds a clone to end.
    pub fn request(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether anybody asked.
    pub fn is_requested(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.load(Ordering::Relaxed))
    }

    /// A flag for a part of the work: it falls with this one, and by itself stops that part alone.
    pub(crate) fn for_part(&self) -> Stop {
        Stop { own: Arc::default(), above: Some(Arc::clone(&self.own)) }
    }
}

impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop { own: flag, above: None }
    }
}
