//! The daemon: started by the first command, asked by the next ones, gone when nobody asks.

use std::process::Stdio;
use std::time::{Duration, Instant};

use fs_err as fs;
use serde_json::Value;

use crate::support::{Ran, SHOP, Sandbox};

const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the daemon of a sandbox, however the test ends.
struct Ending<'a>(&'a Sandbox);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let _ = self.0.command(&["daemon", "stop"]).output();
    }
}

impl Sandbox {
    fn by_daemon(&self, args: &[&str]) -> Ran {
        self.ran(&self.command(args).env("QUARRY_DAEMON", "1").output().expect("the binary runs"))
    }

    fn daemon(&self) -> Value {
        let ran = self.run(&["daemon", "status", "--json"]);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {ran:?}"))
    }

    fn daemon_log(&self) -> String {
        fs::read_to_string(self.home.join("daemon/log")).unwrap_or_default()
    }
}

fn until(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

#[test]
fn it_starts_on_the_first_use_answers_the_next_and_is_ended() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    assert_eq!(sandbox.daemon()["running"], false);
    assert_eq!(sandbox.run(&["daemon", "status"]).code, 1);
    let here = sandbox.run(&["search", "check password"]);
    let first = sandbox.by_daemon(&["search", "check password"]);
    assert_eq!((first.code, &first.out, &first.err), (here.code, &here.out, &here.err));
    let daemon = sandbox.daemon();
    assert_eq!(daemon["running"], true, "{daemon}");
    assert_eq!(daemon["repositories"], serde_json::json!(["ROOT"]), "{daemon}");
    let second = sandbox.by_daemon(&["grep", "total"]);
    assert_eq!((second.code, second.err.as_str()), (0, ""), "{second:?}");
    assert_eq!(sandbox.daemon()["pid"], daemon["pid"]);
    assert_eq!(sandbox.run(&["daemon", "stop"]).code, 0);
    assert_eq!(sandbox.daemon()["running"], false);
    let again = sandbox.run(&["daemon", "stop"]);
    assert_eq!((again.code, again.out.as_str()), (0, "no daemon was running\n"), "{again:?}");
}

#[test]
fn its_settings_turn_it_on_and_the_environment_off() {
    let sandbox = Sandbox::new(&[SHOP, &[("quarry.toml", "[daemon]\nenabled = true\nidle_minutes = 3\n")]].concat());
    let _ending = Ending(&sandbox);
    let off = sandbox.command(&["search", "password"]).env("QUARRY_DAEMON", "0").output().expect("the binary runs");
    let off = sandbox.ran(&off);
    assert_eq!(off.code, 0, "{off:?}");
    assert_eq!(sandbox.daemon()["running"], false);
    assert_eq!(sandbox.run(&["search", "password"]).code, 0);
    let daemon = sandbox.daemon();
    assert_eq!((&daemon["running"], &daemon["idle_seconds"]), (&true.into(), &180.into()), "{daemon}");
}

#[test]
fn an_edit_is_seen_by_the_next_question() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    for number in 0..8 {
        sandbox.write("src/new.py", &format!("def brand_new_{number}():\n    return {number}\n"));
        let ran = sandbox.by_daemon(&["search", &format!("brand_new_{number}"), "--files"]);
        assert!(ran.out.starts_with("src/new.py\n"), "{number}: {ran:?}");
        let ran = sandbox.by_daemon(&["symbol", &format!("brand_new_{number}")]);
        assert_eq!(ran.code, 0, "{number}: {ran:?}");
    }
    fs::remove_file(sandbox.root.join("src/new.py")).expect("a file");
    assert_eq!(sandbox.by_daemon(&["symbol", "brand_new_7"]).code, 1);
}

#[test]
fn eight_first_uses_at_once_start_one() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    sandbox.run(&["index"]);
    let start = |_| {
        let mut command = sandbox.command(&["search", "check password", "--files"]);
        command.env("QUARRY_DAEMON", "1").stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("a child")
    };
    let children: Vec<_> = (0..8).map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("an end");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.stdout.starts_with(b"src/auth.rs\n"), "{output:?}");
    }
    assert_eq!(sandbox.daemon_log().matches(" listens on ").count(), 1, "{}", sandbox.daemon_log());
}

#[test]
fn it_ends_when_nobody_asks() {
    let sandbox = Sandbox::new(SHOP);
    let mut daemon = sandbox.command(&["daemon", "run", "--idle-seconds", "1"]).spawn().expect("a daemon");
    assert!(until(|| sandbox.daemon()["running"] == true));
    assert!(until(|| daemon.try_wait().expect("a state").is_some()), "it stays");
    assert_eq!(daemon.wait().expect("an end").code(), Some(0));
    assert!(!sandbox.home.join("daemon/running.json").exists());
}

#[test]
fn one_of_another_version_is_replaced() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    sandbox.by_daemon(&["search", "password"]);
    let file = sandbox.home.join("daemon/running.json");
    let mut record: Value = serde_json::from_slice(&fs::read(&file).expect("a record")).expect("JSON");
    let before = record["pid"].clone();
    record["identity"] = "0.0.1".into();
    fs::write(&file, record.to_string()).expect("a record");
    let ran = sandbox.by_daemon(&["search", "password", "--files"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_ne!(sandbox.daemon()["pid"], before);
    assert!(until(|| sandbox.daemon_log().contains(&format!("process {before} ends"))), "{}", sandbox.daemon_log());
}

#[cfg(unix)]
#[test]
fn one_that_died_is_started_again_and_one_that_cannot_start_is_done_without() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    sandbox.by_daemon(&["search", "password"]);
    let pid = sandbox.daemon()["pid"].as_u64().expect("a number").to_string();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid]).status().expect("kill").success());
    assert!(until(|| sandbox.daemon()["running"] == false));
    let ran = sandbox.by_daemon(&["search", "password", "--files"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert_eq!(sandbox.run(&["daemon", "stop"]).code, 0);
    fs::remove_dir_all(sandbox.home.join("daemon")).expect("a folder");
    fs::write(sandbox.home.join("daemon"), "no folder").expect("a file");
    let ran = sandbox.by_daemon(&["search", "password", "--files"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "src/auth.rs\n"), "{ran:?}");
    assert!(ran.err.contains("answered without the daemon"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn one_that_hangs_is_left_alone_and_another_one_started() {
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    sandbox.by_daemon(&["search", "password"]);
    let pid = sandbox.daemon()["pid"].as_u64().expect("a number").to_string();
    let signal = |name: &str| std::process::Command::new("kill").args([name, &pid]).status().expect("kill").success();
    assert!(signal("-STOP"));
    let ran = sandbox.by_daemon(&["search", "password", "--files"]);
    let daemon = sandbox.daemon();
    assert!(signal("-KILL"));
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "src/auth.rs\n", ""), "{ran:?}");
    assert_eq!(daemon["running"], true, "{daemon}");
    assert_ne!(daemon["pid"].to_string(), pid);
}

#[cfg(unix)]
#[test]
fn only_its_user_can_read_the_token_and_nobody_asks_without_it() {
    use std::io::{Read, Write};
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new(SHOP);
    let _ending = Ending(&sandbox);
    sandbox.by_daemon(&["search", "password"]);
    let mode = fs::metadata(sandbox.home.join("daemon/running.json")).expect("a record").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let address = sandbox.daemon()["address"].as_str().expect("an address").to_owned();
    assert!(address.starts_with("127.0.0.1:"));
    for request in ["GET /api/v1/search?query=password", "POST /api/v1/stop", "GET /api/v1/ready?repository=/etc"] {
        let mut stream = std::net::TcpStream::connect(&address).expect("a connection");
        write!(stream, "{request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            .expect("a reader");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 401 "), "{request}: {answer}");
    }
    assert_eq!(sandbox.daemon()["running"], true);
}
