//! The user's daemon: a server on loopback that the first command starts, the next ones ask, and that ends by itself.
//!
//! One per home of indexes. A file that only the user can read says where it listens and which token opens it. A lock
//! decides who starts it; whoever waits for the lock finds it started. A daemon of another binary, or with other models,
//! is replaced. Whatever goes wrong is told, and the command does its work itself.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use fs_err::File;
use quarry_engine::DaemonSettings;

use crate::config::{Environment, Target};
use crate::remote::error::ServerError;
use crate::remote::pairs::Pairs;
use crate::remote::{ANSWER_TIMEOUT, Kind, Server, Token};
use crate::wire::daemon::DaemonRecord;

/// How long a daemon may take until it answers, or until it has ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long one that runs may take to say that it does: whoever waits for a hung one could have done the work meanwhile.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// How often is looked whether it does.
const POLL: Duration = Duration::from_millis(10);
/// Bytes of the log that are kept when a daemon starts.
const MAX_LOG_BYTES: u64 = 1 << 20;
/// What is shown of the log if it does not start.
const LOG_LINES: usize = 3;

/// The files of a daemon.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn of(home: &Path) -> Folder {
        Folder(home.join("daemon"))
    }

    fn record(&self) -> PathBuf {
        self.0.join("running.json")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.0.join("log")
    }

    /// What the last daemon said about itself, whether it still runs or not.
    pub(crate) fn read(&self) -> Option<DaemonRecord> {
        serde_json::from_slice(&fs_err::read(self.record()).ok()?).ok()
    }

    /// Says where a daemon is; only the user can read it.
    pub(crate) fn write(&self, record: &DaemonRecord) -> anyhow::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.0)?;
        serde_json::to_writer(&mut file, record)?;
        file.persist(self.record())?;
        Ok(())
    }

    /// Takes back what a daemon has said, unless another one has spoken since.
    pub(crate) fn forget(&self, pid: u32) {
        if self.read().is_some_and(|record| record.pid == pid) {
            // If it stays, the next command finds that nobody answers.
            let _ = fs_err::remove_file(self.record());
        }
    }

    pub(crate) fn make(&self) -> anyhow::Result<()> {
        Ok(fs_err::create_dir_all(&self.0)?)
    }
}

/// A daemon that answers, started if there is none.
pub(crate) fn server(target: &Target, settings: &DaemonSettings, environment: &Environment) -> anyhow::Result<Server> {
    let folder = Folder::of(&target.home);
    let identity = environment.identity()?;
    if let Some(server) = running(&folder, Some(&identity)) {
        return Ok(server);
    }
    folder.make()?;
    let lock = File::create(folder.0.join("lock"))?;
    lock.file().lock()?;
    // Whoever held the lock may have started it.
    if let Some(server) = running(&folder, Some(&identity)) {
        return Ok(server);
    }
    stop(&folder)?;
    start(&folder, settings, environment)
}

/// The daemon that runs, if it is the one that is meant and answers.
pub(crate) fn running(folder: &Folder, identity: Option<&str>) -> Option<Server> {
    let record = folder.read()?;
    let is_meant = identity.is_none_or(|identity| identity == record.identity);
    let answers = |server: Server| server.get::<serde_json::Value>("repositories", &Pairs::default()).is_ok();
    let is_alive = is_meant && server_of(&record, SIGN_OF_LIFE).is_ok_and(answers);
    server_of(&record, ANSWER_TIMEOUT).ok().filter(|_| is_alive)
}

/// Ends the daemon that runs; whether there was one.
pub(crate) fn stop(folder: &Folder) -> anyhow::Result<bool> {
    let Some(record) = folder.read() else { return Ok(false) };
    let pid = record.pid;
    let server = server_of(&record, SIGN_OF_LIFE)?;
    // One that does not answer is gone or hangs, or something else has its port.
    if server.tell("stop").is_err() {
        folder.forget(pid);
        return Ok(false);
    }
    let deadline = Instant::now() + PATIENCE;
    while folder.read().is_some_and(|now| now.pid == pid) {
        if Instant::now() > deadline {
            bail!("the daemon with the process id {} has not ended within {} s", pid, PATIENCE.as_secs());
        }
        std::thread::sleep(POLL);
    }
    Ok(true)
}

/// The daemon that is written down.
fn server_of(record: &DaemonRecord, patience: Duration) -> Result<Server, ServerError> {
    let token = Token(record.token.clone());
    Server::new(&format!("http://{}", record.address), Some(token), Kind::Daemon, patience)
}

fn start(folder: &Folder, settings: &DaemonSettings, environment: &Environment) -> anyhow::Result<Server> {
    let mut child = spawned(folder, settings, environment).context("the daemon cannot be started")?;
    let deadline = Instant::now() + PATIENCE;
    loop {
        if folder.read().is_some_and(|record| record.pid == child.id())
            && let Some(server) = running(folder, None)
        {
            return Ok(server);
        }
        if let Some(status) = child.try_wait()? {
            bail!("the daemon ended at once ({status}){}", last_words(folder));
        }
        if Instant::now() > deadline {
            // Nobody would find it later.
            let _ = child.kill();
            bail!("the daemon does not answer within {} s{}", PATIENCE.as_secs(), last_words(folder));
        }
        std::thread::sleep(POLL);
    }
}

fn spawned(folder: &Folder, settings: &DaemonSettings, environment: &Environment) -> anyhow::Result<Child> {
    let program = environment.program.as_ref().context("it is not known where this program lies")?;
    let log_file = folder.log();
    if fs_err::metadata(&log_file).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
        fs_err::remove_file(&log_file)?;
    }
    let log = fs_err::OpenOptions::new().create(true).append(true).open(&log_file)?;
    let mut command = Command::new(program);
    let idle_seconds = (settings.idle_minutes * 60).to_string();
    command.args(["daemon", "run", "--idle-seconds", &idle_seconds]);
    command.current_dir(&folder.0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log.into_parts().0);
    #[cfg(unix)]
    {
        // Ctrl-C in the terminal that happened to start it is not meant for it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
    }
    Ok(command.spawn()?)
}

/// The end of the log, for whoever wonders why there is no daemon.
fn last_words(folder: &Folder) -> String {
    let log = fs_err::read_to_string(folder.log()).unwrap_or_default();
    let lines: Vec<&str> = log.lines().rev().take(LOG_LINES).map(str::trim).collect();
    if lines.is_empty() {
        String::new()
    } else {
        format!(": {}", lines.into_iter().rev().collect::<Vec<_>>().join("; "))
    }
}

/// A token that nobody guesses.
pub(crate) fn new_token() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
