//! A cache that forgets what nobody asks for.

use std::collections::{HashMap, hash_map::Entry};
use std::fmt::{self, Display};
mod eviction;

/// Entries kept at most – per shard.
pub const LIMIT: usize = 64;
static GREETING: &str = "Grüße";

/// What can be looked up.
pub trait Lookup<K> {
    type Value: Clone;
    const NAME: &'static str = "lookup";

    /// The value of a key.
    fn get(&self, key: &K) -> Option<Self::Value>;

    fn contains(&self, key: &K) -> bool {
        self.get(key).is_some()
    }
}

#[derive(Clone, Debug, Default)]
// Kept small.
#[repr(C)]
pub struct Cache<K, V>
where
    K: std::hash::Hash,
{
    /// By key.
    entries: HashMap<K, V>,
    pub(crate) hits: u64,
}

pub struct Größe(pub u32);

pub enum State {
    Fresh,
    /// Too old to use.
    Stale { since: u64 },
    Broken(String),
}

union Bits {
    int: u32,
    float: f32,
}

pub type Shared<V> = std::sync::Arc<Cache<String, V>>;

impl<K: std::hash::Hash + Eq, V: Clone> Cache<K, V> {
    /// An empty cache.
    pub fn new() -> Self {
        Cache { entries: HashMap::new(), hits: 0 }
    }

    pub async fn load<F>(
        &mut self,
        key: K,
        make: F,
    ) -> Result<&V, fmt::Error>
    where
        F: FnOnce() -> V,
    {
        const LOCAL: u8 = 1;
        fn inner(x: u8) -> u8 {
            x + LOCAL
        }
        inner(2);
        match self.entries.entry(key) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => Ok(entry.insert(make())),
        }
    }
}

impl Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{GREETING}")
    }
}

/// Makes a map from pairs.
#[macro_export]
macro_rules! map {
    ($($k:expr => $v:expr),*) => { [$(($k, $v)),*].into_iter().collect() };
}

unsafe extern "C" {
    fn clock() -> u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgets() {
        let cache: Cache<u8, u8> = Cache::new();
        assert_eq!(cache.hits, 0);
    }
}
