//! How many searches a second a running server answers, how long they take, and what memory it needs; and MCP over pipes: from
//! start to the first answer, and the round trip of a warm one.
//!
//! `cargo bench -p quarry-server --bench load -- http ADDRESS [--clients N] [--seconds N] [--pid N]`
//! `cargo bench -p quarry-server --bench load -- mcp BINARY ROOT`
//!
//! Questions are two parts of file names of the repository, another pair each time, so that answers given before do not help.
//! The index of ROOT must be there. Run it on a quiet machine, against a release build.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str = "load: http ADDRESS [--clients N] [--seconds N] [--pid N], or mcp BINARY ROOT";
/// Round trips over pipes that are timed.
const N_ROUND_TRIPS: usize = 1_000;
/// Starts that are timed.
const N_STARTS: usize = 20;

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments = quarry_test_support::of_bench();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = match words[..] {
        ["http", address, ..] => over_http(address, &words)?,
        ["mcp", binary, root] => over_pipes(binary, Path::new(root))?,
        _ => USAGE.to_owned(),
    };
    println!("{report}");
    Ok(())
}

fn number(words: &[&str], flag: &str, usual: u64) -> Result<u64, Failure> {
    match words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1)) {
        Some(word) => Ok(word.parse()?),
        None => Ok(usual),
    }
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

fn over_http(address: &str, words: &[&str]) -> Result<String, Failure> {
    let n_clients = number(words, "--clients", 32)?;
    let length = Duration::from_secs(number(words, "--seconds", 10)?);
    let pid = number(words, "--pid", 0)?;
    let names = name_parts(&asked(&mut TcpStream::connect(address)?, address, "/api/v1/files?limit=2000")?);
    if names.is_empty() {
        return Err("the server has no files to ask about".into());
    }
    let before = memory(pid);
    let began = Instant::now();
    let clients: Vec<_> = (0..n_clients)
        .map(|client| {
            let (address, names) = (address.to_owned(), names.clone());
            std::thread::spawn(move || one_client(&address, &names, client as usize, began + length))
        })
        .collect();
    let mut all = Tally::default();
    for client in clients {
        let tally = client.join().map_err(|_| "a client panicked")??;
        all.times.extend(tally.times);
        all.n_errors += tally.n_errors;
    }
    let told = all.told(began.elapsed());
    Ok(format!("{n_clients} clients: {told}; memory {before} before, {} after", memory(pid)))
}

fn one_client(address: &str, names: &[String], client: usize, end: Instant) -> Result<Tally, Failure> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut tally = Tally::default();
    let mut question = client * 7919;
    while Instant::now() < end {
        question += 1;
        let path = format!("/api/v1/search?query={}", pair(names, question).replace(' ', "+"));
        let began = Instant::now();
        match asked(&mut stream, address, &path) {
            Ok(_) => tally.times.push(began.elapsed()),
            Err(_) => {
                tally.n_errors += 1;
                stream = TcpStream::connect(address)?;
            }
        }
    }
    Ok(tally)
}

/// The body of an answer that is one.
fn asked(stream: &mut TcpStream, host: &str, path: &str) -> Result<String, Failure> {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    if !line.starts_with("HTTP/1.1 200") {
        return Err(line.into());
    }
    let mut n_bytes = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        if let Some(length) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body)?;
    Ok(String::from_utf8(body)?)
}

/// Words of the file names in a list of files.
fn name_parts(document: &str) -> Vec<String> {
    let paths = document.split("\"path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let parts =
        paths.flat_map(|path| path.rsplit('/').next().unwrap_or(path).split(|letter: char| !letter.is_alphanumeric()));
    let mut parts: Vec<String> = parts.filter(|part| part.len() > 2).map(str::to_owned).collect();
    parts.sort();
    parts.dedup();
    parts
}

/// Two of the words, another pair for every number.
fn pair(names: &[String], number: usize) -> String {
    let (first, second) = (number % names.len(), number / names.len() + number * 31);
    format!("{} {}", names[first], names[second % names.len()])
}

/// Memory of a process that is not shared with files, as Linux tells it.
fn memory(pid: u64) -> String {
    let status = std::fs::OpenOptions::new().read(true).open(format!("/proc/{pid}/status"));
    let mut text = String::new();
    let told = status.and_then(|mut file| file.read_to_string(&mut text)).ok();
    let anonymous = told.and_then(|_| text.lines().find_map(|line| line.strip_prefix("RssAnon:")));
    anonymous.map_or_else(|| "not told".to_owned(), |value| value.trim().to_owned())
}

fn over_pipes(binary: &str, root: &Path) -> Result<String, Failure> {
    let mut starts = Tally::default();
    for start in 0..N_STARTS {
        let began = Instant::now();
        let mut agent = Agent::start(binary, root)?;
        agent.search(&format!("open file {start}"))?;
        starts.times.push(began.elapsed());
        agent.leave()?;
    }
    let mut agent = Agent::start(binary, root)?;
    let mut trips = Tally::default();
    let began = Instant::now();
    for number in 0..N_ROUND_TRIPS {
        let began = Instant::now();
        agent.search(&format!("where is option {number} parsed"))?;
        trips.times.push(began.elapsed());
    }
    let told = trips.told(began.elapsed());
    agent.leave()?;
    let first = starts.told(Duration::from_secs(1));
    Ok(format!("from start to the first answer: {first}\nround trips: {told}"))
}

/// A client of MCP over pipes.
struct Agent {
    process: std::process::Child,
    input: std::process::ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Agent {
    fn start(binary: &str, root: &Path) -> Result<Agent, Failure> {
        let mut process =
            Command::new(binary).arg("mcp").arg(root).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = process.stdin.take().zip(process.stdout.take()).ok_or("no pipes")?;
        let mut agent = Agent { process, input, output: BufReader::new(output) };
        agent.asked(
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}"#,
        )?;
        writeln!(agent.input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#)?;
        Ok(agent)
    }

    fn search(&mut self, question: &str) -> Result<(), Failure> {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{{"name":"search","arguments":{{"query":"{question}"}}}}}}"#
        );
        match self.asked(&frame)?.contains("\"isError\":true") {
            true => Err("the search failed".into()),
            false => Ok(()),
        }
    }

    /// The answer to a request; what is told in between is not meant.
    fn asked(&mut self, frame: &str) -> Result<String, Failure> {
        writeln!(self.input, "{frame}")?;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the server has ended".into());
            }
            if line.contains("\"result\"") || line.contains("\"error\"") {
                return Ok(line);
            }
        }
    }

    fn leave(self) -> Result<(), Failure> {
        let Agent { mut process, input, .. } = self;
        drop(input);
        process.wait()?;
        Ok(())
    }
}
