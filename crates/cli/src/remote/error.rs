//! Why a server gives no answer, and what to do about it.

use std::fmt;
use std::io;
use std::time::Duration;

use quarry_server::wire::ProblemShape;

use crate::figures;
use crate::report::{FAILURE, USAGE};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum ServerError {
    /// What was given as its address is none.
    Address {
        url: String,
        why: String,
    },
    /// Nobody listens there, or the connection broke.
    Unreachable {
        url: String,
        source: io::Error,
    },
    TimedOut {
        url: String,
        after: Duration,
    },
    /// What was given as the time that it may take is none.
    Patience {
        value: String,
    },
    /// Something answers that is not Quarry: a proxy, another program.
    NotQuarry {
        url: String,
        what: String,
    },
    OtherVersion {
        url: String,
        theirs: String,
    },
    /// The token is missing or wrong.
    Token {
        url: String,
    },
    /// The token does not open this.
    Scope {
        url: String,
        detail: String,
    },
    /// The server says itself what is wrong.
    Problem(ProblemShape),
}

impl ServerError {
    /// What the client says about a request that came to nothing.
    pub(super) fn of(error: ureq::Error, url: &str, timeout: Duration) -> ServerError {
        let url = url.to_owned();
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
                let source = io::Error::new(io::ErrorKind::TimedOut, "no connection in time");
                ServerError::Unreachable { url, source }
            }
            ureq::Error::Timeout(_) => ServerError::TimedOut { url, after: timeout },
            ureq::Error::Io(source) => ServerError::Unreachable { url, source },
            // What is sent is not HTTP.
            ureq::Error::Protocol(why) => ServerError::NotQuarry { url, what: why.to_string() },
            ureq::Error::Http(why) => ServerError::NotQuarry { url, what: why.to_string() },
            other => ServerError::Unreachable { url, source: io::Error::other(other) },
        }
    }

    /// What a server says that answers with a failure.
    pub(super) fn refused(url: String, status: u16, problem: Option<ProblemShape>) -> ServerError {
        let detail = problem.as_ref().map(|problem| problem.detail.clone());
        match (status, problem) {
            (401, _) => ServerError::Token { url },
            (403, _) => ServerError::Scope { url, detail: detail.unwrap_or_default() },
            (_, Some(problem)) => ServerError::Problem(problem),
            (status, None) => ServerError::NotQuarry { url, what: format!("it answered with status {status}") },
        }
    }

    /// The word by which the server calls its problem.
    pub(crate) fn problem_code(&self) -> Option<&str> {
        match self {
            ServerError::Problem(problem) => problem.code.as_deref(),
            _ => None,
        }
    }

    /// Whether nobody is there who could answer, now or later.
    pub(crate) fn is_absence(&self) -> bool {
        matches!(self, ServerError::Unreachable { .. } | ServerError::NotQuarry { .. } | ServerError::Token { .. })
    }

    /// How the process ends.
    pub(crate) fn exit_code(&self) -> u8 {
        match (self, self.problem_code()) {
            (ServerError::Address { .. } | ServerError::Patience { .. }, _)
            | (_, Some("wrong_request" | "not_found")) => USAGE,
            _ => FAILURE,
        }
    }

    /// What to do about it.
    pub(crate) fn help(&self) -> Option<String> {
        let help = match self {
            ServerError::Address { .. } => "set QUARRY_SERVER to an address like http://127.0.0.1:4747",
            ServerError::Unreachable { .. } => {
                "start it with `quarry serve`, or unset QUARRY_SERVER to use the index of this machine"
            }
            ServerError::TimedOut { .. } => {
                "try again; `quarry status` shows whether it answers at all, QUARRY_TIMEOUT gives it more seconds"
            }
            ServerError::Patience { .. } => "set QUARRY_TIMEOUT to a whole number of seconds, from 1 to 3600",
            ServerError::NotQuarry { .. } => "check QUARRY_SERVER, and a proxy that may stand before the server",
            ServerError::OtherVersion { .. } => "use the same version of quarry on both sides",
            ServerError::Token { .. } => "set QUARRY_TOKEN to a token of the server's file",
            ServerError::Scope { .. } => "ask whoever runs the server for a token with that scope",
            ServerError::Problem(problem) => return problem.help.clone(),
        };
        Some(help.to_owned())
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = env!("CARGO_PKG_VERSION");
        match self {
            ServerError::Address { url, why } => write!(out, "`{url}` is no address of a server: {why}"),
            ServerError::Unreachable { url, .. } => write!(out, "the server at {url} cannot be reached"),
            ServerError::TimedOut { url, after } => {
                let seconds = usize::try_from(after.as_secs()).unwrap_or(usize::MAX);
                write!(out, "the server at {url} has not answered within {}", figures::counted(seconds, "second"))
            }
            ServerError::Patience { value } => write!(out, "a server cannot be waited for `{value}` seconds"),
            ServerError::NotQuarry { url, what } => write!(out, "what answers at {url} is no quarry server: {what}"),
            ServerError::OtherVersion { url, theirs } => {
                write!(out, "the server at {url} is quarry {theirs}, this is {ours}")
            }
            ServerError::Token { url } => write!(out, "the server at {url} wants a token, or another one"),
            ServerError::Scope { url, detail } => write!(out, "the server at {url} refuses: {detail}"),
            ServerError::Problem(problem) => out.write_str(&problem.detail),
        }
    }
}

impl std::error::Error for ServerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServerError::Unreachable { source, .. } => Some(source),
            _ => None,
        }
    }
}
