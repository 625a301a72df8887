//! The web page: how it is sent, that it is what its sources give, and what a reader does with it in a real browser.

use std::path::Path;

use fs_err as fs;
use serde_json::json;

use crate::clients::{installed, run};
use crate::serving::{ADMIN_TOKEN, READ_TOKEN, Server, tokens_in};
use crate::support::{SHOP, Sandbox, text};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/web");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/tests/clients/page.mjs");
const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/web");

/// Files that use each other, one that would like to be markup, and two languages.
const SITE: &[(&str, &str)] = &[
    ("Cargo.toml", "[package]\nname = \"shop\"\nversion = \"0.1.0\"\n"),
    ("src/main.rs", "mod auth;\nmod hash;\n\nfn main() {\n    auth::check_password(\"secret\");\n}\n"),
    (
        "src/auth.rs",
        "use crate::hash::digest;\n\n/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    digest(given) == \
         42\n}\n",
    ),
    (
        "src/hash.rs",
        "/// A number that stands for a text: the total of its bytes.\npub fn digest(text: &str) -> u64 {\n    \
         text.bytes().map(u64::from).sum()\n}\n",
    ),
    ("src/cart.py", "class Cart:\n    def total(self):\n        return sum(self.prices)\n"),
    ("web/hostile.html", "<p>hostile</p>\n<img src=x onerror=\"alert(1)\">\n<script>alert(2)</script>\n"),
    ("README.md", "# Shop\n\nSells things for a total. The password is checked.\n"),
];

#[test]
fn anybody_gets_the_page_with_its_policy_and_a_tag() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &["--tokens", text(&tokens_in(&sandbox))]);
    for (path, content_type, file) in [
        ("/", "text/html; charset=utf-8", "index.html"),
        ("/app.js", "text/javascript; charset=utf-8", "app.js"),
        ("/app.css", "text/css; charset=utf-8", "app.css"),
        ("/icon.svg", "image/svg+xml", "icon.svg"),
    ] {
        let sent = server.get(path);
        assert_eq!((sent.status, sent.header("content-type")), (200, Some(content_type)), "{path}");
        assert_eq!(sent.body, fs::read_to_string(format!("{PAGE}/dist/{file}")).expect("the file"), "{path}");
        assert_eq!(sent.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(sent.header("cache-control"), Some("no-cache"));
        let policy = sent.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        for loophole in ["unsafe", "*", "http", "data:", "blob:"] {
            assert!(!policy.contains(loophole), "{policy}");
        }
        let tag = sent.header("etag").expect("a tag");
        let again = server.ask("GET", path, &[&format!("If-None-Match: {tag}")]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        let other = server.ask("GET", path, &["If-None-Match: \"other\""]);
        assert_eq!(other.status, 200, "{path}");
    }
    assert_eq!(server.get("/api/v1/status").status, 401);
    assert_eq!(server.get("/app.js/more").status, 401);
}

#[test]
fn a_link_on_another_site_opens_the_page_and_nothing_else() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let followed = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(server.ask("GET", "/", &followed).status, 200);
    assert_eq!(server.ask("GET", "/api/v1/status", &followed).status, 403);
    assert_eq!(server.ask("POST", "/api/v1/index", &followed).status, 403);
    let framed = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"];
    assert_eq!(server.ask("GET", "/", &framed).status, 403);
    let fetched = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"];
    assert_eq!(server.ask("GET", "/app.js", &fetched).status, 403);
    let renamed = ["Host: rebound.example", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    assert_eq!(server.ask("GET", "/", &renamed).status, 403);
}

#[test]
fn the_page_is_what_its_sources_give() {
    if installed().is_none() {
        return;
    }
    let sandbox = Sandbox::new(&[]);
    let built = sandbox.beside("dist");
    run(&sandbox, Path::new(&format!("{PAGE}/build")), &[text(&built)]);
    let names = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let committed = Path::new(PAGE).join("dist");
    assert_eq!(names(&built), names(&committed));
    for name in names(&built) {
        let is_same = fs::read(built.join(&name)).expect("a file") == fs::read(committed.join(&name)).expect("a file");
        assert!(is_same, "{name} is stale: run {PAGE}/build and commit what it writes");
    }
}

#[test]
fn the_page_works_in_a_real_browser() {
    let Some(clients) = installed() else { return };
    let long =
        format!("docs/{}/{}.md", "an-unusually-long-name-".repeat(8), "AnotherNameWithoutAnyPlaceToBreak".repeat(3));
    let sandbox = Sandbox::new(&[SITE, &[(&long, "# Something unusual\n")]].concat());
    let other = sandbox.beside("other");
    fs::create_dir_all(other.join(".git")).expect("a repository");
    fs::write(other.join("farm.py"), "def harvest(field):\n    return field\n").expect("a file");
    let open = Server::start(&sandbox, &[]);
    let guarded = Server::start(&sandbox, &["--tokens", text(&tokens_in(&sandbox))]);
    let several = Server::start(&sandbox, &[text(&sandbox.root), text(&other)]);
    let places = json!({
        "url": format!("http://{}/", open.address),
        "guarded": format!("http://{}/", guarded.address),
        "several": format!("http://{}/", several.address),
        "token": READ_TOKEN,
        "admin": ADMIN_TOKEN,
        "root": text(&sandbox.root),
        "packages": PACKAGES,
    });
    run(&sandbox, &clients.join("node_modules/.bin/node"), &[SCRIPT, &places.to_string()]);
}
