//! A repository of a server: which one is meant, and that its index is fresh.
//!
//! A server on this machine knows a repository by its path. Another one knows it by name: that of its folder, or the
//! first part of what was typed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use quarry_engine::Ready;
use quarry_server::wire::{ReadyDocument, RepositoriesDocument, RepositoryShape};
use serde::de::DeserializeOwned;

use super::{Asking, Who, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::progress::{Watch, is_stopped};
use crate::refresh::{self, stopped};
use crate::remote::error::ServerError;
use crate::remote::pairs::Pairs;
use crate::remote::{Kind, Server};
use crate::report::UsageError;

/// How often is asked whether an index is made.
const POLL: Duration = Duration::from_millis(250);

/// A repository of a server.
pub(crate) struct There {
    pub(crate) server: Server,
    /// What the server calls it.
    pub(crate) repository: String,
}

/// A repository that may be meant.
struct Candidate {
    name: String,
    within: String,
    /// Where it lies on this machine, if it does.
    root: Option<PathBuf>,
}

impl There {
    /// Asks a route about the repository.
    pub(crate) fn get<T: DeserializeOwned>(&self, route: &str, pairs: Pairs) -> Result<T, ServerError> {
        self.server.get(route, &pairs.with("repository", &self.repository))
    }
}

/// Finds the repository, and has its index brought up to date. `None`: Ctrl-C, and the reader has been told.
pub(super) fn open(
    server: Server,
    wish: &Wish<'_>,
    environment: &Environment,
    console: &mut Console,
) -> anyhow::Result<Option<Asking>> {
    let mut unknown = None;
    for candidate in candidates(&server, wish.path, environment) {
        match ready(&server, &candidate, wish, console) {
            Ok(Some(document)) => return Ok(Some(asking(server, wish, candidate, document, environment))),
            Ok(None) => return Ok(None),
            Err(error) if error.problem_code() == Some("not_found") => unknown = Some(error.to_string()),
            Err(error) => return Err(error.into()),
        }
    }
    let what = unknown.unwrap_or_else(|| "it is not said which repository of the server is meant".to_owned());
    Err(not_known(&server, &what).into())
}

/// The repository that is meant, whatever the state of its index.
pub(super) fn found(server: Server, path: Option<&Path>, environment: &Environment) -> anyhow::Result<There> {
    let known: RepositoriesDocument = server.get("repositories", &Pairs::default())?;
    for candidate in candidates(&server, path, environment) {
        let is_meant = |one: &&RepositoryShape| one.root == candidate.name || one.name == candidate.name;
        if let Some(repository) = known.repositories.iter().find(is_meant) {
            return Ok(There { repository: repository.name.clone(), server });
        }
    }
    let names: Vec<&str> = known.repositories.iter().map(|repository| repository.name.as_str()).collect();
    Err(not_known(&server, &format!("it has no such repository; there are: {}", names.join(", "))).into())
}

fn not_known(server: &Server, what: &str) -> UsageError {
    let help = "go to a clone of one of them, or name one as PATH: `quarry search QUESTION shop/src`";
    UsageError { what: format!("{}: {what}", server.url), help: Some(help.to_owned()) }
}

/// What may be meant, the likeliest first.
fn candidates(server: &Server, path: Option<&Path>, environment: &Environment) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if let Ok(target) = environment.target(path) {
        let root = target.root();
        let by_path = server.is_local().then(|| root.to_string_lossy().into_owned());
        let by_name = root.file_name().map(|name| name.to_string_lossy().into_owned());
        let by_name = by_name.filter(|_| server.kind == Kind::Named);
        for name in by_path.into_iter().chain(by_name) {
            let within = target.location.within.clone();
            candidates.push(Candidate { name, within, root: Some(root.to_owned()) });
        }
    }
    if let Some(typed) = path.filter(|path| !path.exists()).and_then(Path::to_str) {
        let (name, within) = typed.split_once('/').unwrap_or((typed, ""));
        let within = within.trim_end_matches('/').to_owned();
        candidates.push(Candidate { name: name.to_owned(), within, root: None });
    }
    candidates
}

/// How fresh the index is, after it was made so. `None`: Ctrl-C, and the reader has been told.
fn ready(
    server: &Server,
    candidate: &Candidate,
    wish: &Wish<'_>,
    console: &mut Console,
) -> Result<Option<ReadyDocument<'static>>, ServerError> {
    let refresh = if wish.refresh.no_refresh { "usual" } else { "now" };
    let pairs = Pairs::default().with("repository", &candidate.name).with("refresh", refresh);
    let mut is_waiting = false;
    loop {
        let watch = Watch::start(console);
        let answer = server.get("ready", &pairs);
        let sentence = stopped(&watch);
        drop(watch);
        if is_stopped() {
            console.note(&sentence);
            return Ok(None);
        }
        match answer {
            Err(error) if error.problem_code() == Some("not_yet") => {
                if !is_waiting {
                    console.note(&format!("{error}; waiting for it"));
                    is_waiting = true;
                }
                std::thread::sleep(POLL);
            }
            other => return other.map(Some),
        }
    }
}

fn asking(
    server: Server,
    wish: &Wish<'_>,
    candidate: Candidate,
    document: ReadyDocument<'static>,
    environment: &Environment,
) -> Asking {
    let ready = match wish.refresh.no_refresh {
        true => refresh::taken_as_it_is(document.committed_at, wish.goes_by),
        false => Ready {
            is_fresh: document.fresh,
            notices: document.notices.into_owned(),
            model_problem: document.model_problem.map(Into::into),
            report: None,
        },
    };
    Asking {
        ready,
        root: PathBuf::from(document.root.as_ref()),
        within: candidate.within,
        prefix: candidate.root.map(|root| environment.way_to(&root)).unwrap_or_default(),
        max_line_chars: document.max_line_chars,
        generation: document.generation,
        n_files: document.files,
        who: Who::There(There { server, repository: document.repository.into_owned() }),
    }
}
