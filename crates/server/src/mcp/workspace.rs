//! Which repository `quarry mcp` answers for, if it was started outside of one and without a path.
//!
//! Agents start servers where it suits them: in the project (Claude Code, Codex, Zed), in the home directory (Cursor), at the top of
//! the disk (Cline), in a folder of their own (desktop applications). So these are tried, in this order, until one can be meant:
//! 1. The client's roots. Until 2025-11-25 they are asked for with `roots/list`, and again when they change. Since 2026-07-28 no
//!    server asks by itself: a call is answered with `input_required`, and comes again with the roots in it.
//! 2. The folders that the client put into the environment, then the working directory, though it has no mark of a repository.
//!
//! A root can be the home directory (MiniMax-AI/minimax-code#76): all of a user's files are never indexed for it. If nothing is
//! left, a call may name a repository by its path; how is said in place of an answer.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quarry_engine::{ModelAccess, SettingsError, causes, locate};
use rmcp::model::{
    ClientCapabilities, InputRequest, InputRequests, InputRequiredResult, InputResponses, ProtocolVersion,
    RequestNoParam,
};
use rmcp::service::RequestContext;
use rmcp::{Peer, RoleServer};
use serde_json::Value;
use tokio::sync::Mutex;

use crate::address::decoded;
use crate::failure::Failure;
use crate::repositories::{NamedBy, Newcomers, Repositories, must_be_meant};
use crate::repository::Place;

/// How long a client may take to tell its roots: they are known to it, nobody is asked.
const LONGEST_ANSWER: Duration = Duration::from_secs(3);
/// What the question for roots is called in a result of `input_required`.
const ROOTS: &str = "roots";

/// Where repositories are looked for.
#[derive(Clone, Debug)]
pub struct Workspace {
    /// The folder of all indexes.
    pub home: PathBuf,
    /// What the user says about models.
    pub access: ModelAccess,
    /// The user's own directory.
    pub user_home: Option<PathBuf>,
    /// Where the repository may be if the client has no roots, best first.
    pub folders: Vec<PathBuf>,
}

/// The repository of a client that may go to another.
pub(super) struct Following {
    workspace: Workspace,
    /// What calls named by their paths, while the client names nothing.
    named: Arc<Repositories>,
    /// Held while the client is asked, so that it is asked once.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The one that is answered for, and its top.
    placed: Option<(PathBuf, Arc<Repositories>)>,
    /// Whether the client has roots, but does not tell them.
    is_silent: bool,
}

/// What a request is answered from.
pub(super) enum Found {
    Repositories(Arc<Repositories>),
    /// Not known before this is answered.
    Question(InputRequiredResult),
}

impl Following {
    pub(super) fn new(workspace: Workspace) -> Result<Following, SettingsError> {
        let newcomers = Newcomers {
            home: workspace.home.clone(),
            access: workspace.access.clone(),
            named_by: NamedBy::Model { user_home: workspace.user_home.clone() },
        };
        let named = Arc::new(Repositories::new(Vec::new(), Some(newcomers))?);
        Ok(Following { workspace, named, state: Mutex::default() })
    }

    /// What to answer a request from.
    pub(super) async fn found(
        &self,
        context: &RequestContext<RoleServer>,
        told: Option<&InputResponses>,
    ) -> Result<Found, Failure> {
        let mut state = self.state.lock().await;
        if let Some((_, known)) = &state.placed {
            return Ok(Found::Repositories(Arc::clone(known)));
        }
        let has_roots = context.client_capabilities().as_ref().is_some_and(has_roots);
        let roots = match (has_roots, told) {
            (false, _) => Vec::new(),
            (true, Some(told)) => told.get(ROOTS).map(roots_in).unwrap_or_default(),
            (true, None) if asks_by_results(context) => return Ok(Found::Question(question())),
            (true, None) => state.ask(&context.peer).await,
        };
        self.place(&mut state, &roots).map(Found::Repositories)
    }

    /// Asks a client that has just said hello, or says that its roots are others now; indexing begins before the next call.
    pub(super) async fn look_again(&self, peer: &Peer<RoleServer>) {
        let mut state = self.state.lock().await;
        state.is_silent = false;
        let roots = match peer.peer_info().is_some_and(|client| has_roots(&client.capabilities)) {
            true => state.ask(peer).await,
            false => Vec::new(),
        };
        if self.place(&mut state, &roots).is_err() {
            // The next call finds the same and is told.
            state.leave();
        }
    }

    /// Ends all indexing.
    pub(super) async fn stop(&self) {
        self.named.stop().await;
        let placed = self.state.lock().await.placed.take();
        if let Some((_, repositories)) = placed {
            repositories.stop().await;
        }
    }

    /// Goes to the first directory that can be meant.
    fn place(&self, state: &mut State, roots: &[PathBuf]) -> Result<Arc<Repositories>, Failure> {
        let mut directories = roots.iter().chain(&self.workspace.folders);
        let Some(place) = directories.find_map(|directory| self.workspace.place(directory)) else {
            state.leave();
            return Ok(Arc::clone(&self.named));
        };
        if let Some((_, known)) = state.placed.as_ref().filter(|(root, _)| *root == place.root) {
            return Ok(Arc::clone(known));
        }
        state.leave();
        let root = place.root.clone();
        let opened = Repositories::new(vec![place], None).map_err(|error| Failure::wrong(causes(&error), None))?;
        let opened = Arc::new(opened);
        opened.warm_up();
        state.placed = Some((root, Arc::clone(&opened)));
        Ok(opened)
    }
}

impl State {
    /// Asks with `roots/list`. A client that does not answer is not asked again: every call would wait for it.
    #[expect(deprecated, reason = "clients of the older revisions have no other way to say where they work")]
    async fn ask(&mut self, peer: &Peer<RoleServer>) -> Vec<PathBuf> {
        if self.is_silent {
            return Vec::new();
        }
        let asked = tokio::time::timeout(LONGEST_ANSWER, peer.list_roots()).await;
        match asked {
            Ok(Ok(told)) => told.roots.iter().filter_map(|root| directory_of(&root.uri)).collect(),
            Ok(Err(_)) => Vec::new(),
            Err(_) => {
                self.is_silent = true;
                Vec::new()
            }
        }
    }

    /// Nobody asks about the repository before any more.
    fn leave(&mut self) {
        if let Some((_, before)) = self.placed.take() {
            before.iter().for_each(|repository| repository.stop());
        }
    }
}

impl Workspace {
    /// The repository of a directory; if that is all of a user's files, the directory itself.
    fn place(&self, directory: &Path) -> Option<Place> {
        let location = locate(directory, &self.home).ok()?;
        let itself = location.root.join(&location.within);
        let can_be_meant =
            |root: &PathBuf| root.is_dir() && !must_be_meant(root, &self.home, self.user_home.as_deref());
        let root = [location.root, itself].into_iter().find(can_be_meant)?;
        Some(Place { root, home: self.home.clone(), access: self.access.clone() })
    }
}

fn has_roots(capabilities: &ClientCapabilities) -> bool {
    capabilities.roots.is_some()
}

/// Whether a server asks by answering, and not by requests of its own.
fn asks_by_results(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}

fn question() -> InputRequiredResult {
    let roots = InputRequest::ListRoots(RequestNoParam { method: Default::default(), extensions: Default::default() });
    InputRequiredResult::from_input_requests(InputRequests::from([(ROOTS.to_owned(), roots)]))
}

/// The directories in a result of `roots/list`.
fn roots_in(told: &Value) -> Vec<PathBuf> {
    let roots = told["roots"].as_array().map(Vec::as_slice).unwrap_or_default();
    roots.iter().filter_map(|root| directory_of(root["uri"].as_str()?)).collect()
}

/// The directory of this machine that an address names: `file:///home/ana/my%20shop`, `file:///c%3A/shop`.
fn directory_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = decoded(rest.strip_prefix("localhost").unwrap_or(rest))?;
    // Before the letter of a drive stands a slash that is not part of the path.
    let path = if cfg!(windows) { path.strip_prefix('/').unwrap_or(&path) } else { &path };
    Some(PathBuf::from(path)).filter(|path| path.is_absolute())
}

#[cfg(test)]
mod tests {
    use super::{directory_of, roots_in};
    use serde_json::json;
    use std::path::PathBuf;

    #[test]
    #[cfg(unix)]
    fn roots_are_directories_of_this_machine() {
        for (uri, expected) in [
            ("file:///home/ana/my%20shop", Some("/home/ana/my shop")),
            ("file://localhost/srv/%C4%8Dep", Some("/srv/čep")),
            ("file://elsewhere/srv", None),
            ("file://", None),
            ("file:///%zz", None),
            ("vscode-remote://ssh/home/ana", None),
            ("/home/ana", None),
        ] {
            assert_eq!(directory_of(uri), expected.map(PathBuf::from), "{uri}");
        }
    }

    #[test]
    fn what_holds_no_roots_gives_none() {
        for told in
            [json!(null), json!([]), json!({}), json!({ "roots": 7 }), json!({ "roots": [7, { "uri": 7 }, {}] })]
        {
            assert_eq!(roots_in(&told), Vec::<PathBuf>::new(), "{told}");
        }
    }
}
