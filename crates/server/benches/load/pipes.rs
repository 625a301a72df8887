//! MCP over pipes. Its questions are other words each time, so that answers given before do not help. The index must be there.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Failure, Tally};

/// Round trips that are timed.
const N_ROUND_TRIPS: usize = 1_000;
/// Starts that are timed.
const N_STARTS: usize = 20;

pub(crate) fn load(binary: &str, root: &Path) -> Result<String, Failure> {
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
