//! Where things lie and which settings hold: environment, `quarry.toml` and flags, in rising order.
//!
//! The only file that reads the environment. Never here: defaults; the engine's settings have them.

mod agent_homes;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context;
use etcetera::BaseStrategy;
use quarry_engine::{
    DaemonSettings, Engine, Location, ModelAccess, RerankProvider, RerankSettings, SETTINGS_FILE, SearchMode, Secret,
    Settings, locate,
};
use quarry_server::Workspace;

use crate::args::{IndexArgs, SearchOptions};
use crate::install::Places;
use crate::progress;
use crate::remote::error::ServerError;
use crate::remote::{ANSWER_TIMEOUT, Kind, Server, Token};
use crate::report::UsageError;

/// Names a folder for all indexes, in place of the one in the user's cache.
const HOME_VARIABLE: &str = "QUARRY_HOME";
/// Names the server of a model. Only the user says where code is sent, never a repository.
pub(crate) const URL_VARIABLE: &str = "QUARRY_MODEL_URL";
/// Hold the key of a service; the first that is set counts.
pub(crate) const KEY_VARIABLES: [&str; 2] = ["QUARRY_MODEL_KEY", "OPENAI_API_KEY"];
/// The same for a model that re-ranks: another server, and another key.
const RERANK_URL_VARIABLE: &str = "QUARRY_RERANK_URL";
const RERANK_KEY_VARIABLES: [&str; 2] = ["QUARRY_RERANK_KEY", "OPENAI_API_KEY"];
/// Name the user's editor; the first that is set counts.
const EDITOR_VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];
/// Names a server that is asked in place of the indexes of this machine, and what opens its door.
const SERVER_VARIABLE: &str = "QUARRY_SERVER";
const TOKEN_VARIABLE: &str = "QUARRY_TOKEN";
/// How many seconds it may take for an answer, and the most that can be meant.
const TIMEOUT_VARIABLE: &str = "QUARRY_TIMEOUT";
const LONGEST_TIMEOUT: u64 = 3_600;
/// Set by agents for the servers they start: where the user works. Claude Code has one project; Cursor starts its servers in the
/// home directory, and may name several folders.
const PROJECT_VARIABLES: [&str; 2] = ["CLAUDE_PROJECT_DIR", "WORKSPACE_FOLDER_PATHS"];
/// Turns the daemon on (1) or off (0), whatever the settings say.
const DAEMON_VARIABLE: &str = "QUARRY_DAEMON";
/// Quarry's folder in the user's cache.
const CACHE_FOLDER: &str = "quarry";

/// What the environment says.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    quarry_home: Option<PathBuf>,
    cache: Option<PathBuf>,
    /// The user's own directory.
    pub(crate) user_home: Option<PathBuf>,
    working_dir: Option<PathBuf>,
    /// Where an agent says that the user works, best first.
    projects: Vec<PathBuf>,
    /// Where this program lies.
    pub(crate) program: Option<PathBuf>,
    server: Option<String>,
    token: Option<Token>,
    timeout: Option<String>,
    daemon: Option<String>,
    /// The editor that the user wishes, with its arguments.
    pub(crate) editor: Option<String>,
    /// What sort of terminal this is.
    pub(crate) terminal: Option<String>,
    /// Where code may be sent, and the key that opens the door.
    access: ModelAccess,
}

impl Environment {
    #[expect(clippy::disallowed_methods, reason = "the one place that looks at the environment")]
    pub(crate) fn read() -> Environment {
        let strategy = etcetera::choose_base_strategy().ok();
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let address = |name: &str| variable(name).map(|url| url.trim().to_owned());
        let key = |names: [&str; 2]| names.into_iter().find_map(variable).map(|key| Secret::new(&key));
        Environment {
            quarry_home: std::env::var_os(HOME_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from),
            cache: strategy.as_ref().map(BaseStrategy::cache_dir),
            user_home: strategy.map(|strategy| strategy.home_dir().to_owned()),
            working_dir: std::env::current_dir().ok(),
            projects: PROJECT_VARIABLES.into_iter().filter_map(variable).flat_map(|value| folders(&value)).collect(),
            program: std::env::current_exe().ok(),
            server: address(SERVER_VARIABLE),
            token: address(TOKEN_VARIABLE).map(Token),
            timeout: address(TIMEOUT_VARIABLE),
            daemon: address(DAEMON_VARIABLE),
            editor: EDITOR_VARIABLES.into_iter().find_map(variable),
            terminal: variable("TERM"),
            access: ModelAccess {
                url: address(URL_VARIABLE),
                key: key(KEY_VARIABLES),
                rerank_url: address(RERANK_URL_VARIABLE),
                rerank_key: key(RERANK_KEY_VARIABLES),
                stop: progress::stop_flag(),
            },
        }
    }

    /// The folder of all indexes, absolute, whether it exists or not.
    pub(crate) fn home(&self) -> anyhow::Result<PathBuf> {
        let home = match (&self.quarry_home, &self.cache) {
            (Some(home), _) => home.clone(),
            (None, Some(cache)) => cache.join(CACHE_FOLDER),
            (None, None) => anyhow::bail!("there is no home directory to keep indexes in, and no {HOME_VARIABLE}"),
        };
        std::path::absolute(&home).with_context(|| format!("cannot use {} for indexes", home.display()))
    }

    /// Where agents keep their settings, for this user and the repository of the working directory.
    pub(crate) fn agent_places(&self) -> anyhow::Result<Places> {
        let home = self.user_home.as_deref().context("there is no home directory to look for agents in")?;
        agent_homes::read(home, self.target(None)?.root())
    }

    /// Whether a server is asked in place of the indexes of this machine.
    pub(crate) fn is_served(&self) -> bool {
        self.server.is_some()
    }

    /// The server that is asked in place of the indexes of this machine.
    pub(crate) fn named_server(&self) -> Result<Option<Server>, ServerError> {
        let Some(url) = &self.server else { return Ok(None) };
        Server::new(url, self.token.clone(), Kind::Named, self.patience()?).map(Some)
    }

    /// How long that server may take.
    fn patience(&self) -> Result<Duration, ServerError> {
        let Some(value) = &self.timeout else { return Ok(ANSWER_TIMEOUT) };
        let seconds = value.parse().ok().filter(|seconds| (1..=LONGEST_TIMEOUT).contains(seconds));
        seconds.map(Duration::from_secs).ok_or_else(|| ServerError::Patience { value: value.clone() })
    }

    /// Whether a daemon is to answer.
    pub(crate) fn wants_daemon(&self, settings: &DaemonSettings) -> bool {
        self.daemon.as_deref().map_or(settings.enabled, |word| matches!(word, "1" | "true" | "yes" | "on"))
    }

    /// Where code may be sent, and the key that opens the door.
    pub(crate) fn model_access(&self) -> &ModelAccess {
        &self.access
    }

    /// This binary, and what it is told about models: a daemon of another identity would give other answers.
    pub(crate) fn identity(&self) -> anyhow::Result<String> {
        let program = self.program.as_ref().context("it is not known where this program lies")?;
        let file = fs_err::metadata(program)?;
        let made = file.modified().ok().and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let ModelAccess { url, key, rerank_url, rerank_key, .. } = &self.access;
        let keys = (key.is_some(), rerank_key.is_some());
        let version = env!("CARGO_PKG_VERSION");
        Ok(format!(
            "{version} {} {} {url:?} {rerank_url:?} {keys:?}",
            file.len(),
            made.map_or(0, |made| made.as_nanos())
        ))
    }

    /// What leads from the working directory to a root: put before a path of the repository, it can be opened.
    pub(crate) fn way_to(&self, root: &Path) -> String {
        way_between(self.working_dir.as_deref().unwrap_or(Path::new("/")), root)
    }

    /// Where the repository of an agent may be that started this program elsewhere.
    pub(crate) fn workspace(&self) -> anyhow::Result<Workspace> {
        Ok(Workspace {
            home: self.home()?,
            access: self.access.clone(),
            user_home: self.user_home.clone(),
            folders: self.projects.iter().chain(&self.working_dir).cloned().collect(),
        })
    }

    /// The repository that `path` lies in; without one, that of the working directory.
    pub(crate) fn target(&self, path: Option<&Path>) -> anyhow::Result<Target> {
        let home = self.home()?;
        let location = locate(path.unwrap_or(Path::new(".")), &home)?;
        Ok(Target { home, location, access: self.access.clone() })
    }
}

/// A repository and the folder its index is kept in.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) home: PathBuf,
    pub(crate) location: Location,
    access: ModelAccess,
}

impl Target {
    pub(crate) fn root(&self) -> &Path {
        &self.location.root
    }

    /// Where the settings are looked for.
    pub(crate) fn settings_file(&self) -> PathBuf {
        self.root().join(SETTINGS_FILE)
    }

    /// The repository's settings, without flags.
    pub(crate) fn settings(&self) -> anyhow::Result<Settings> {
        Ok(Settings::load(self.root())?)
    }

    /// Whether the user has named a server and a key.
    pub(crate) fn access(&self) -> &ModelAccess {
        &self.access
    }

    pub(crate) fn engine(&self, settings: Settings) -> Engine {
        Engine::new(self.root(), &self.home, settings).with_model_access(self.access.clone())
    }
}

/// Lays the flags of a search over the settings.
pub(crate) fn overlay_search(settings: &mut Settings, options: &SearchOptions) -> Result<(), UsageError> {
    overlay_rerank(&mut settings.rerank, options)?;
    if let Some(mode) = options.mode.as_deref().and_then(SearchMode::from_name) {
        settings.search.mode = mode;
    }
    if let Some(per_file) = options.per_file {
        settings.search.max_chunks_per_file = per_file.into();
    }
    if let Some(limit) = options.limit {
        settings.search.limit = limit.into();
    }
    if let Some(related) = options.related() {
        settings.search.max_related = related.into();
    }
    if let Some(lines) = options.around.before() {
        settings.search.context_before = lines;
    }
    if let Some(lines) = options.around.after() {
        settings.search.context_after = lines;
    }
    Ok(())
}

fn overlay_rerank(settings: &mut RerankSettings, options: &SearchOptions) -> Result<(), UsageError> {
    if options.no_rerank {
        settings.provider = RerankProvider::None;
    }
    let Some(named) = &options.rerank else { return Ok(()) };
    if let Some(provider) = named.as_deref().and_then(RerankProvider::from_name) {
        // What the settings say of another provider's model and address does not hold for this one.
        if settings.provider != provider && settings.provider != RerankProvider::None {
            settings.model.clear();
            settings.url.clear();
        }
        settings.provider = provider;
    }
    match settings.provider {
        RerankProvider::None => Err(UsageError {
            what: "no model is named to re-rank with".to_owned(),
            help: Some("name who runs it, `--rerank=ollama`, or set `rerank.provider` in quarry.toml".to_owned()),
        }),
        _ => Ok(()),
    }
}

/// Lays the flags of indexing over the settings.
pub(crate) fn overlay_index(settings: &mut Settings, args: &IndexArgs) {
    settings.index.include.extend(args.include.iter().cloned());
    settings.index.exclude.extend(args.exclude.iter().cloned());
    if let Some(threads) = args.threads {
        settings.index.threads = threads.into();
    }
    if args.no_gitignore {
        settings.index.gitignore = false;
    }
}

/// The folders in a value that holds one, or several with a sign between them that no client documents. A folder whose name has
/// such a sign is still found whole.
fn folders(value: &str) -> Vec<PathBuf> {
    let is_between = |letter: char| matches!(letter, ',' | ';') || (letter == ':' && !cfg!(windows));
    let several = value.split(is_between).map(str::trim);
    let absolute = std::iter::once(value.trim()).chain(several).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute.filter(|path| path.is_dir()).collect()
}

fn way_between(from: &Path, root: &Path) -> String {
    let slashed = |path: &Path| format!("{}/", path.display());
    match (from.strip_prefix(root), root.strip_prefix(from)) {
        (Ok(depth), _) => "../".repeat(depth.components().count()),
        (_, Ok(below)) => slashed(below),
        _ => slashed(root),
    }
}

#[cfg(test)]
mod tests {
    use super::way_between;
    use std::path::Path;

    #[test]
    fn paths_can_be_opened_from_where_the_reader_is() {
        for (from, expected) in [("/a/b", ""), ("/a/b/c/d", "../../"), ("/a", "b/"), ("/x", "/a/b/")] {
            assert_eq!(way_between(Path::new(from), Path::new("/a/b")), expected, "from {from}");
        }
    }
}
