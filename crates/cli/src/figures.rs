//! Numbers the way people read them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// `1,234,567`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 file`, `1,234 files`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number as u64))
}

/// `412 B`, `3.1 MB`; powers of 1000, as disks are sold.
pub(crate) fn bytes(number: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if number < 1000 {
        return format!("{number} B");
    }
    let mut value = number as f64 / 1000.0;
    let mut unit = 0;
    // Rounded to one digit, 999.95 already shows as 1000.0.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// `3.1 ms`, `2.4 s`, `3 min 20 s`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.as_secs_f64() {
        below if below < 1.0 => format!("{:.1} ms", below * 1000.0),
        below if below < 60.0 => format!("{below:.1} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// `just now`, `5 minutes ago`, `3 days ago`, of a time in seconds since 1970.
pub(crate) fn ago(then: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    since(now.saturating_sub(then))
}

fn since(seconds: u64) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let (size, noun) = match seconds {
        0..MINUTE => return "just now".to_owned(),
        MINUTE..HOUR => (MINUTE, "minute"),
        HOUR..DAY => (HOUR, "hour"),
        _ => (DAY, "day"),
    };
    format!("{} ago", counted((seconds / size) as usize, noun))
}

#[cfg(test)]
mod tests {
    use super::{bytes, count, counted, duration, since};
    use std::time::Duration;

    #[test]
    fn figures_read_well() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0, 1, 2].map(|n| counted(n, "file")), ["0 files", "1 file", "2 files"]);
        assert_eq!([0, 999, 1000, 999_960, 3_140_000].map(bytes), ["0 B", "999 B", "1.0 kB", "1.0 MB", "3.1 MB"]);
        let times = [Duration::from_micros(3100), Duration::from_millis(2400), Duration::from_secs(200)];
        assert_eq!(times.map(duration), ["3.1 ms", "2.4 s", "3 min 20 s"]);
        assert_eq!([5, 60, 7200, 90_000].map(since), ["just now", "1 minute ago", "2 hours ago", "1 day ago"]);
    }
}
