//! MCP clients of other makers, the official conformance suite, a fuzzer of REST and the extension of VS Code, against the real
//! binary.
//!
//! They are installed by `crates/server/tests/clients/install` into `target/mcp-clients`. Where they are not, these tests say so and
//! pass, unless QUARRY_CLIENTS says that they must run; `.ci/run` installs them and says so.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::serving::Server;
use crate::support::{SHOP, Sandbox, text};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/clients");
const EXTENSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode");
const INSTALLED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/mcp-clients");

/// The folder with the clients, if they are installed.
#[expect(clippy::print_stderr, reason = "a test that does not run must say so")]
pub(crate) fn installed() -> Option<PathBuf> {
    let place = PathBuf::from(INSTALLED);
    let is_there = place.join("stamp").is_file();
    assert!(is_there || std::env::var_os("QUARRY_CLIENTS").is_none(), "run {SOURCES}/install first");
    if !is_there {
        eprintln!("not tested: {SOURCES}/install has not been run");
    }
    is_there.then_some(place)
}

/// Runs a client that must end well, beside the repository of the sandbox: some leave files where they run.
pub(crate) fn run(sandbox: &Sandbox, program: &Path, args: &[&str]) {
    let mut command = Command::new(program);
    command
        .args(args)
        .env("QUARRY", env!("CARGO_BIN_EXE_quarry"))
        .env("QUARRY_HOME", &sandbox.home)
        .current_dir(sandbox.beside(""));
    let output = command.output().expect("a client");
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn the_python_sdk_and_fastmcp_work_over_pipes_and_http() {
    let Some(place) = installed() else { return };
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}/mcp", server.address);
    let script = format!("{SOURCES}/client_of_sdk.py");
    let args = [&script, env!("CARGO_BIN_EXE_quarry"), text(&sandbox.root), &url];
    run(&sandbox, &place.join("venv/bin/python"), &args);
}

#[test]
fn the_typescript_sdk_works_over_pipes_and_http() {
    let Some(place) = installed() else { return };
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}/mcp", server.address);
    let script = format!("{SOURCES}/client_of_sdk.mjs");
    let args = [&script, env!("CARGO_BIN_EXE_quarry"), text(&sandbox.root), &url, text(&place)];
    run(&sandbox, &place.join("node_modules/.bin/node"), &args);
}

#[test]
fn every_scenario_of_the_conformance_suite_passes_that_applies() {
    let Some(place) = installed() else { return };
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}/mcp", server.address);
    let suite = place.join("node_modules/.bin/conformance");
    let exceptions = format!("{SOURCES}/conformance.yml");
    for revision in ["2025-11-25", "2026-07-28"] {
        let args =
            [text(&suite), "server", "--url", &url, "--requirements", revision, "--expected-failures", &exceptions];
        run(&sandbox, &place.join("node_modules/.bin/node"), &args);
    }
}

#[test]
fn requests_made_up_from_the_openapi_document_find_no_fault() {
    let Some(place) = installed() else { return };
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}/api/v1/openapi.json", server.address);
    // 40 make some 2,000 requests, enough for every day; 250 were tried before a release.
    let n_examples = std::env::var_os("QUARRY_FUZZ_EXAMPLES").unwrap_or_else(|| "40".into());
    let n_examples = n_examples.to_string_lossy();
    let of_each = ["--max-examples", &n_examples, "--seed", "1", "--no-color"];
    // A stream has no end. Words such as languages and globs are refused for what they are, not for their form; and a list
    // without words, `kind=`, is no filter.
    let about_data = "positive_data_acceptance,negative_data_rejection";
    let left_out = ["--exclude-path", "/api/v1/events", "--exclude-checks", about_data];
    let args = [&["run", &url][..], &of_each, &left_out].concat();
    run(&sandbox, &place.join("venv/bin/schemathesis"), &args);
}

#[test]
#[cfg(unix)]
fn the_extension_of_vs_code_fits_the_editor_and_talks_to_the_binary() {
    let Some(place) = installed() else { return };
    let sandbox = Sandbox::new(SHOP);
    // Built beside its sources, and where nothing is left of other builds.
    let built = sandbox.beside("vscode");
    run(&sandbox, Path::new("cp"), &["-R", EXTENSION, text(&built)]);
    let modules = built.join("node_modules");
    let _ = fs_err::remove_dir_all(&modules);
    fs_err::os::unix::fs::symlink(place.join("vscode/node_modules"), &modules).expect("a link");
    let node = place.join("node_modules/.bin/node");
    run(&sandbox, &node, &[text(&modules.join("typescript/bin/tsc")), "--project", text(&built)]);
    run(&sandbox, &node, &["--test", text(&built.join("out/test/quarry.test.js"))]);
}
