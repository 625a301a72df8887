//! The smallest HTTP server that can do everything wrong: one thread per connection, one request per connection.
//!
//! In:  what it does about a request, as a function. Out: an address on this machine, and what was asked there.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use serde_json::{Value, json};

/// What was asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many came before it.
    pub n: usize,
    /// Where, without the host.
    pub path: String,
    /// The header `authorization`.
    pub key: Option<String>,
    /// JSON.
    pub body: Value,
}

impl Request {
    /// The texts that vectors are asked for.
    pub fn texts(&self) -> Vec<String> {
        let list = self.body["input"].as_array().expect("input is a list");
        list.iter().map(|text| text.as_str().expect("of texts").to_owned()).collect()
    }

    /// The message that a reply is asked for.
    pub fn message(&self) -> &str {
        self.body["messages"][0]["content"].as_str().expect("a message")
    }
}

/// What the server does about it.
#[derive(Debug)]
pub enum Reply {
    /// Answers.
    Answer {
        /// Of HTTP.
        status: u16,
        /// Names and values.
        headers: Vec<(&'static str, String)>,
        /// As it is sent.
        body: String,
    },
    /// Says nothing until the test is over.
    Hang,
    /// Begins an answer and closes the connection.
    BreakOff,
}

impl Reply {
    /// A right answer.
    pub fn json(body: &Value) -> Reply {
        Reply::status(200, &body.to_string())
    }

    /// What a language model says, in the protocol of the request.
    pub fn said(request: &Request, words: &str) -> Reply {
        let message = json!({ "role": "assistant", "content": words });
        Reply::json(&match request.path.as_str() {
            "/api/chat" => json!({ "message": message, "done": true }),
            _ => json!({ "choices": [{ "index": 0, "message": message }] }),
        })
    }

    /// An answer of any kind.
    pub fn status(status: u16, body: &str) -> Reply {
        Reply::Answer { status, headers: Vec::new(), body: body.to_owned() }
    }

    /// The same with a header.
    pub fn with_header(self, name: &'static str, value: &str) -> Reply {
        match self {
            Reply::Answer { status, mut headers, body } => {
                headers.push((name, value.to_owned()));
                Reply::Answer { status, headers, body }
            }
            other => other,
        }
    }
}

type Behaviour = dyn Fn(&Request) -> Reply + Send + Sync;

struct Shared {
    behaviour: Box<Behaviour>,
    requests: Mutex<Vec<Request>>,
    is_over: Mutex<bool>,
    over: Condvar,
}

/// A server on a free port of this machine. It ends with the test.
pub struct Server {
    address: String,
    shared: Arc<Shared>,
}

impl Server {
    /// Starts a server that does so about every request.
    pub fn start(behaviour: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address").to_string();
        let shared = Arc::new(Shared {
            behaviour: Box::new(behaviour),
            requests: Mutex::default(),
            is_over: Mutex::new(false),
            over: Condvar::new(),
        });
        let server = Server { address, shared: Arc::clone(&shared) };
        thread::spawn(move || {
            for connection in listener.incoming() {
                if *shared.is_over.lock().expect("no test thread panicked") {
                    return;
                }
                let shared = Arc::clone(&shared);
                thread::spawn(move || serve(&connection.expect("a connection"), &shared));
            }
        });
        server
    }

    /// `http://127.0.0.1:<port>`
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was asked so far, in the order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().expect("no test thread panicked").clone()
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        *self.shared.is_over.lock().expect("no test thread panicked") = true;
        self.shared.over.notify_all();
        let _ = TcpStream::connect(&self.address); // wakes the listener, which then ends
    }
}

/// An address where nobody listens: the first port is kept for a service that no machine runs.
pub const DEAD_URL: &str = "http://127.0.0.1:1";

fn serve(connection: &TcpStream, shared: &Shared) {
    let Some(request) = read(connection, shared) else { return };
    let reply = (shared.behaviour)(&request);
    let mut connection = connection;
    // A client that has gone away is not the server's concern.
    let _ = match reply {
        Reply::Answer { status, headers, body } => {
            let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
            let length = body.len();
            write!(
                connection,
                "HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
            )
        }
        Reply::Hang => {
            let over =
                shared.over.wait_while(shared.is_over.lock().expect("no test thread panicked"), |is_over| !*is_over);
            drop(over);
            Ok(())
        }
        Reply::BreakOff => write!(connection, "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{{\"embed"),
    };
}

/// Reads a request and notes it down.
fn read(connection: &TcpStream, shared: &Shared) -> Option<Request> {
    let mut reader = BufReader::new(connection);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let (mut key, mut length) = (None, 0);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        match header.trim_end().split_once(": ") {
            None => break,
            Some((name, value)) if name.eq_ignore_ascii_case("authorization") => key = Some(value.to_owned()),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().ok()?,
            Some(_) => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut requests = shared.requests.lock().expect("no test thread panicked");
    let request = Request { n: requests.len(), path, key, body: serde_json::from_slice(&body).ok()? };
    requests.push(request.clone());
    Some(request)
}
