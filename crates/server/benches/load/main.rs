//! How many searches a second a running server answers, how long they take, and what memory it needs; and MCP over pipes: from
//! start to the first answer, and the round trip of a warm one.
//!
//! `cargo bench -p quarry-server --bench load -- http ADDRESS [--clients N] [--seconds N] [--pid N] [--every N] [--ask searches|all]`
//! `cargo bench -p quarry-server --bench load -- mcp BINARY ROOT`
//!
//! With `--every`, the memory of the process `--pid` is told every so many seconds, and how much it grew in the second half of the
//! time. Ten minutes of everything that can be asked, by 32 clients:
//! `cargo bench -p quarry-server --bench load -- http ADDRESS --pid N --clients 32 --seconds 600 --every 30 --ask all`
//!
//! Run it on a quiet machine, against a release build.

mod http;
mod pipes;

use std::path::Path;
use std::time::Duration;

type Failure = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str =
    "load: http ADDRESS [--clients N] [--seconds N] [--pid N] [--every N] [--ask searches|all], or mcp BINARY ROOT";

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments = quarry_test_support::of_bench();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = match words[..] {
        ["http", address, ..] => http::load(address, &http::Wish::read(&words)?)?,
        ["mcp", binary, root] => pipes::load(binary, Path::new(root))?,
        _ => USAGE.to_owned(),
    };
    println!("{report}");
    Ok(())
}

/// Times of answers, and those that were none.
#[derive(Default)]
struct Tally {
    times: Vec<Duration>,
    n_errors: usize,
}

impl Tally {
    fn told(&mut self, elapsed: Duration) -> String {
        self.times.sort();
        let at = |share: f64| self.times.get((self.times.len() as f64 * share) as usize).copied().unwrap_or_default();
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        let a_second = self.times.len() as f64 / elapsed.as_secs_f64();
        format!(
            "{} answers, {} errors, {a_second:.0} a second; p50 {}, p90 {}, p99 {}, longest {}",
            self.times.len(),
            self.n_errors,
            ms(at(0.5)),
            ms(at(0.9)),
            ms(at(0.99)),
            ms(self.times.last().copied().unwrap_or_default())
        )
    }
}
