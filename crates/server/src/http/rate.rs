//! How often one caller may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A caller that was quiet may ask so many seconds' worth at once.
const BURST_SECONDS: f64 = 2.0;
/// Callers that are remembered; when there are more, those that are fully rested are forgotten.
const MAX_CALLERS: usize = 10_000;
/// Wrong tokens that one address may try per second: enough for a mistake, too few to guess.
const WRONG_TOKENS_PER_SECOND: f64 = 1.0;
const WRONG_TOKENS_AT_ONCE: f64 = 10.0;

/// Counts requests by caller.
#[derive(Debug)]
pub(super) struct Limiter {
    per_second: Option<f64>,
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// What a caller may still ask.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    seen: Instant,
}

/// How fast a bucket fills, and how much it holds.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    per_second: f64,
    most: f64,
}

impl Limiter {
    pub(super) fn new(requests_per_second: Option<u32>) -> Limiter {
        Limiter { per_second: requests_per_second.map(f64::from), buckets: Mutex::default() }
    }

    /// Whether a caller may ask now.
    pub(super) fn admits(&self, caller: &str) -> bool {
        let Some(per_second) = self.per_second else { return true };
        self.take(caller, Allowance { per_second, most: (per_second * BURST_SECONDS).max(1.0) }, Instant::now())
    }

    /// Whether an address may try another token after a wrong one.
    pub(super) fn admits_wrong_token(&self, address: &str) -> bool {
        let allowance = Allowance { per_second: WRONG_TOKENS_PER_SECOND, most: WRONG_TOKENS_AT_ONCE };
        self.take(&format!("wrong token from {address}"), allowance, Instant::now())
    }

    fn take(&self, key: &str, allowance: Allowance, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_CALLERS {
            buckets.retain(|_, bucket| now.duration_since(bucket.seen).as_secs_f64() < BURST_SECONDS);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { left: allowance.most, seen: now });
        let rested = now.duration_since(bucket.seen).as_secs_f64() * allowance.per_second;
        bucket.left = (bucket.left + rested).min(allowance.most);
        bucket.seen = now;
        let is_admitted = bucket.left >= 1.0;
        if is_admitted {
            bucket.left -= 1.0;
        }
        is_admitted
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Limiter};
    use std::time::{Duration, Instant};

    #[test]
    fn a_caller_may_ask_a_burst_and_then_at_its_rate() {
        let limiter = Limiter::new(None);
        let allowance = Allowance { per_second: 10.0, most: 3.0 };
        let start = Instant::now();
        let asked = |after: u64| limiter.take("ana", allowance, start + Duration::from_millis(after));
        assert_eq!([0, 0, 0, 0].map(asked), [true, true, true, false]);
        assert_eq!([100, 150, 200].map(asked), [true, false, true]);
        assert!(limiter.take("bob", allowance, start));
    }
}
