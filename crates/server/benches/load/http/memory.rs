//! The memory of a process over time, as Linux tells it: what is not shared with files.

use std::io::Read;
use std::time::{Duration, Instant};

/// How much it was, from the beginning on, in kB.
pub(super) struct Series {
    pid: u64,
    /// With when it was.
    readings: Vec<(Duration, u64)>,
    began: Instant,
}

impl Series {
    pub(super) fn begin(pid: u64) -> Series {
        let mut series = Series { pid, readings: Vec::new(), began: Instant::now() };
        series.read();
        series
    }

    /// Reads it until the end, and says each reading when it is there.
    #[expect(clippy::print_stdout, reason = "a benchmark prints")]
    pub(super) fn watch(&mut self, every: Duration, end: Instant) {
        while Instant::now() + every <= end {
            std::thread::sleep(every);
            self.read();
            if let Some((at, kb)) = self.readings.last() {
                println!("{:>5} s  {}", at.as_secs(), told(*kb));
            }
        }
    }

    /// The whole: the first and the last reading, and whether it grew when all caches were full.
    pub(super) fn end(mut self) -> String {
        self.read();
        let (Some((_, first)), Some((_, last))) = (self.readings.first(), self.readings.last()) else {
            return "memory not told".to_owned();
        };
        let mut sentence = format!("memory {} before, {} after", told(*first), told(*last));
        // From a reading in the middle on: less says nothing.
        if let [_, between @ .., (_, last)] = &self.readings[..]
            && let Some((at, half)) = between.get(between.len() / 2)
        {
            let growth = (*last as f64 / *half as f64 - 1.0) * 100.0;
            sentence += &format!(", {growth:+.1} % since {} s", at.as_secs());
        }
        sentence
    }

    fn read(&mut self) {
        let status = std::fs::OpenOptions::new().read(true).open(format!("/proc/{}/status", self.pid));
        let mut text = String::new();
        if status.and_then(|mut file| file.read_to_string(&mut text)).is_err() {
            return;
        }
        let anonymous = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kb = anonymous.and_then(|value| value.trim().trim_end_matches(" kB").parse().ok());
        self.readings.extend(kb.map(|kb| (self.began.elapsed(), kb)));
    }
}

fn told(kb: u64) -> String {
    format!("{:.1} MB", kb as f64 * 1024.0 / 1e6)
}
