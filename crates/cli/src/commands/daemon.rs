//! `quarry daemon`: the process that stays between two commands. Shows it, ends it, and is it.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use quarry_server::wire::{RepositoriesDocument, json_line};
use quarry_server::{HttpOptions, NamedBy, Newcomers, Tokens, serve_http};

use crate::End;
use crate::args::{DaemonCommand, DaemonRunArgs, DaemonStatusArgs};
use crate::config::Environment;
use crate::console::Console;
use crate::daemon::{self, Folder};
use crate::figures;
use crate::remote::pairs::Pairs;
use crate::wire::daemon::{DaemonDocument, DaemonRecord};

pub(crate) fn run(command: &DaemonCommand, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let folder = Folder::of(&environment.home()?);
    match command {
        DaemonCommand::Status(args) => status(args, &folder, console),
        DaemonCommand::Stop => {
            let text = if daemon::stop(&folder)? { "the daemon has ended\n" } else { "no daemon was running\n" };
            console.print(text)?;
            Ok(End::Done)
        }
        DaemonCommand::Run(args) => stay(args, &folder, environment, console),
    }
}

fn status(args: &DaemonStatusArgs, folder: &Folder, console: &mut Console) -> anyhow::Result<End> {
    let server = daemon::running(folder, None);
    let record = folder.read().filter(|_| server.is_some());
    let repositories: Option<RepositoriesDocument> =
        server.as_ref().and_then(|server| server.get("repositories", &Pairs::default()).ok());
    let repositories = repositories.map(|document| document.repositories).unwrap_or_default();
    let document = DaemonDocument {
        schema: "quarry.daemon.v1",
        running: record.is_some(),
        pid: record.as_ref().map(|record| record.pid),
        address: record.as_ref().map(|record| record.address.clone()),
        started_at: record.as_ref().map(|record| record.started_at),
        idle_seconds: record.as_ref().map(|record| record.idle_seconds),
        repositories: repositories.into_iter().map(|repository| repository.root).collect(),
        log: folder.log().to_string_lossy().into_owned(),
    };
    let end = if document.running { End::Done } else { End::NothingFound };
    console.print(&if args.json { json_line(&document)? } else { told(&document, record.as_ref()) })?;
    Ok(end)
}

fn told(document: &DaemonDocument, record: Option<&DaemonRecord>) -> String {
    let Some(DaemonRecord { pid, address, started_at, idle_seconds, .. }) = record else {
        return "no daemon is running\n".to_owned();
    };
    let idle = figures::duration(Duration::from_secs(*idle_seconds));
    let mut text = format!(
        "process {pid} at {address}, started {}; it ends after {idle} without a question\n",
        figures::ago(*started_at)
    );
    for root in &document.repositories {
        text.push_str(&format!("  {}\n", crate::console::printable(root)));
    }
    text
}

/// Is the daemon, until nobody asks any more.
fn stay(
    args: &DaemonRunArgs,
    folder: &Folder,
    environment: &Environment,
    console: &mut Console,
) -> anyhow::Result<End> {
    folder.make()?;
    let token = daemon::new_token()?;
    let pid = std::process::id();
    let mut record = DaemonRecord {
        identity: environment.identity()?,
        pid,
        address: String::new(),
        token: token.clone(),
        started_at: daemon::now(),
        idle_seconds: args.idle_seconds,
    };
    let options = HttpOptions {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        tokens: Tokens::only("daemon", &token),
        hosts: Vec::new(),
        public_url: None,
        issuer: None,
        audit_log: None,
        requests_per_second: None,
        newcomers: Some(Newcomers {
            home: environment.home()?,
            access: environment.model_access().clone(),
            named_by: NamedBy::User,
        }),
        ends_when_idle: Some(Duration::from_secs(args.idle_seconds)),
    };
    serve_http(Vec::new(), options, |address| {
        record.address = address.to_string();
        match folder.write(&record) {
            Ok(()) => console.note(&format!("process {pid} listens on {address}")),
            Err(error) => console.note(&format!("nobody will find this daemon: {error:#}")),
        }
    })?;
    folder.forget(pid);
    console.note(&format!("process {pid} ends"));
    Ok(End::Done)
}
