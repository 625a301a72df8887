//! Many clients over HTTP, each with a connection of its own.
//!
//! Questions are two parts of file names of the repository, another pair each time, so that answers given before do not help.

mod memory;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::{Failure, Tally};
use memory::Series;

/// What is asked of the server, and how hard.
pub(crate) struct Wish {
    n_clients: usize,
    length: Duration,
    /// The process whose memory is told.
    pid: u64,
    /// How often it is.
    every: Option<Duration>,
    ask: Ask,
}

/// Which questions there are.
#[derive(Clone, Copy)]
enum Ask {
    Searches,
    /// Of every sort that reads the index, another one by each client in turn.
    All,
}

impl Wish {
    pub(crate) fn read(words: &[&str]) -> Result<Wish, Failure> {
        let value = |flag: &str| words.iter().position(|word| *word == flag).and_then(|at| words.get(at + 1));
        let number = |flag: &str| value(flag).map(|word| word.parse::<u64>()).transpose();
        let ask = match value("--ask").copied() {
            None | Some("searches") => Ask::Searches,
            Some("all") => Ask::All,
            Some(other) => return Err(format!("there is no `--ask {other}`").into()),
        };
        Ok(Wish {
            n_clients: number("--clients")?.unwrap_or(32) as usize,
            length: Duration::from_secs(number("--seconds")?.unwrap_or(10)),
            pid: number("--pid")?.unwrap_or(0),
            every: number("--every")?.filter(|seconds| *seconds > 0).map(Duration::from_secs),
            ask,
        })
    }
}

/// What can be asked about.
#[derive(Clone)]
struct Subjects {
    paths: Vec<String>,
    /// Words of file names.
    names: Vec<String>,
}

pub(crate) fn load(address: &str, wish: &Wish) -> Result<String, Failure> {
    let subjects = Subjects::read(&asked(&mut TcpStream::connect(address)?, address, "/api/v1/files?limit=2000")?);
    if subjects.names.is_empty() {
        return Err("the server has no files to ask about".into());
    }
    let mut memory = Series::begin(wish.pid);
    let began = Instant::now();
    let (end, ask) = (began + wish.length, wish.ask);
    let clients: Vec<_> = (0..wish.n_clients)
        .map(|client| {
            let (address, subjects) = (address.to_owned(), subjects.clone());
            std::thread::spawn(move || one_client(&address, &subjects, (client, ask), end))
        })
        .collect();
    if let Some(every) = wish.every {
        memory.watch(every, end);
    }
    let mut all = Tally::default();
    for client in clients {
        let tally = client.join().map_err(|_| "a client panicked")??;
        all.times.extend(tally.times);
        all.n_errors += tally.n_errors;
    }
    let told = all.told(began.elapsed());
    Ok(format!("{} clients: {told}; {}", wish.n_clients, memory.end()))
}

fn one_client(address: &str, subjects: &Subjects, (client, ask): (usize, Ask), end: Instant) -> Result<Tally, Failure> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut tally = Tally::default();
    let mut question = client * 7919;
    while Instant::now() < end {
        question += 1;
        let path = match ask {
            Ask::Searches => subjects.search(question),
            Ask::All => subjects.any(client + question, question),
        };
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

impl Subjects {
    /// From a list of files.
    fn read(document: &str) -> Subjects {
        let paths: Vec<&str> =
            document.split("\"path\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let words = |path: &&str| {
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            name.split(|letter: char| !letter.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>()
        };
        let mut names: Vec<String> = paths.iter().flat_map(words).filter(|part| part.len() > 2).collect();
        names.sort();
        names.dedup();
        // Others would have to be encoded.
        let is_plain = |path: &&&str| path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
        Subjects { paths: paths.iter().filter(is_plain).map(|path| (*path).to_owned()).collect(), names }
    }

    /// Two of the words, another pair for every number.
    fn pair(&self, number: usize) -> String {
        let names = &self.names;
        let (first, second) = (number % names.len(), number / names.len() + number * 31);
        format!("{}+{}", names[first], names[second % names.len()])
    }

    fn search(&self, number: usize) -> String {
        format!("/api/v1/search?query={}", self.pair(number))
    }

    /// A question of a sort.
    fn any(&self, sort: usize, number: usize) -> String {
        let name = &self.names[number % self.names.len()];
        let Some(path) = self.paths.get(number % self.paths.len().max(1)) else { return self.search(number) };
        match sort % 10 {
            0 => format!("/api/v1/explain?query={}", self.pair(number)),
            1 => format!("/api/v1/context?query={}&budget=3000", self.pair(number)),
            2 => format!("/api/v1/grep?pattern={name}&fixed=true&limit=50"),
            3 => format!("/api/v1/outline?target={path}"),
            4 => format!("/api/v1/graph?target={path}&relation=impact"),
            5 => format!("/api/v1/deps?target={path}"),
            6 => format!("/api/v1/files/{path}"),
            // What is asked most.
            _ => self.search(number),
        }
    }
}
