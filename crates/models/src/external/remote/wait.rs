//! When the next request may go: the rate limit, the wait after a failure, and what the server asked for.
//!
//! Never here: what a failure is. All waits end at once when the work is stopped.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::external::access::Stop;

/// How often a wait looks whether it is still wanted.
const TICK: Duration = Duration::from_millis(20);
/// A wait between two tries grows no further.
const MAX_BACKOFF: Duration = Duration::from_secs(30);
/// A server may ask for this much patience. Whoever asks for more is out of quota, and says so in the answer.
const MAX_ASKED: Duration = Duration::from_secs(120);

/// Spaces requests evenly, over all threads.
#[derive(Debug)]
pub(crate) struct Pace {
    gap: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    pub(crate) fn new(requests_per_minute: Option<u32>) -> Pace {
        let gap = requests_per_minute.map_or(Duration::ZERO, |n| Duration::from_secs(60) / n.max(1));
        Pace { gap, next: Mutex::new(Instant::now()) }
    }

    /// Takes the next free moment and waits for it. `false` if the work was stopped meanwhile.
    pub(crate) fn wait_turn(&self, stop: &Stop) -> bool {
        sleep_until(self.take_turn(Instant::now()), stop)
    }

    fn take_turn(&self, now: Instant) -> Instant {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = (*next).max(now);
        *next = turn + self.gap;
        turn
    }

    /// Nobody asks before that: one thread's "too many requests" is meant for all of them.
    pub(crate) fn hold(&self, wait: Duration) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        *next = (*next).max(Instant::now() + wait);
    }
}

/// Sleeps; `false` if the work was stopped meanwhile.
pub(crate) fn sleep_until(moment: Instant, stop: &Stop) -> bool {
    loop {
        if stop.is_requested() {
            return false;
        }
        match moment.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => thread::sleep(left.min(TICK)),
            _ => return true,
        }
    }
}

/// The wait before repetition `n` (from 0): it doubles, and varies by half so that clients do not come back in step.
/// What the server asked for is the least.
pub(crate) fn before_retry(n: u32, first: Duration, asked: Option<Duration>) -> Duration {
    let doubled = first.saturating_mul(2_u32.saturating_pow(n)).min(MAX_BACKOFF);
    let jittered = doubled.mul_f64(0.5 + random_fraction());
    jittered.max(asked.unwrap_or_default().min(MAX_ASKED))
}

/// What the header `Retry-After` says: seconds, or a date.
pub(crate) fn asked_by(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    match header.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => Some(httpdate::parse_http_date(header).ok()?.duration_since(now).unwrap_or_default()),
    }
}

/// From 0 to 1, without a crate for it: the standard library keys every hasher at random.
fn random_fraction() -> f64 {
    RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::{MAX_ASKED, Pace, asked_by, before_retry};
    use std::time::{Duration, Instant, SystemTime};

    #[test]
    fn turns_are_as_far_apart_as_the_limit_says() {
        let pace = Pace::new(Some(120));
        let start = Instant::now();
        let turns: Vec<Instant> = (0..4).map(|_| pace.take_turn(start)).collect();
        let gaps: Vec<Duration> = turns.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(gaps, [Duration::from_millis(500); 3]);
        let late = start + Duration::from_secs(60);
        assert_eq!(pace.take_turn(late), late, "turns nobody took are not saved up");
        pace.hold(Duration::from_secs(3600));
        assert!(pace.take_turn(late) >= start + Duration::from_secs(3600), "one thread's wait is everybody's");
        let unlimited = Pace::new(None);
        assert_eq!(unlimited.take_turn(late), unlimited.take_turn(late));
    }

    #[test]
    fn waits_double_up_to_a_limit_and_vary_by_half() {
        let first = Duration::from_millis(500);
        for (n, doubled) in [(0, 500), (1, 1000), (2, 2000), (20, 30_000), (40, 30_000)] {
            let wait = before_retry(n, first, None).as_millis();
            assert!((doubled / 2..=doubled * 3 / 2).contains(&wait), "{n}: {wait}");
        }
    }

    #[test]
    fn the_server_is_obeyed_within_reason() {
        let first = Duration::from_millis(1);
        assert_eq!(before_retry(0, first, Some(Duration::from_secs(7))), Duration::from_secs(7));
        assert_eq!(before_retry(0, first, Some(Duration::from_secs(86_400))), MAX_ASKED);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_470);
        assert_eq!(asked_by("12", now), Some(Duration::from_secs(12)));
        assert_eq!(asked_by(" 0.5 ", now), Some(Duration::from_millis(500)));
        assert_eq!(asked_by("Wed, 21 Oct 2015 07:28:00 GMT", now), Some(Duration::from_secs(10)));
        assert_eq!(asked_by("Wed, 21 Oct 2015 07:27:00 GMT", now), Some(Duration::ZERO));
        assert_eq!(asked_by("soon", now), None);
        assert_eq!(asked_by("-1", now), None);
        assert_eq!(asked_by("NaN", now), None);
    }
}
