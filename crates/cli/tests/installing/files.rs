//! Files that are there already: kept to the byte, followed through links, left alone where they are broken.

use expect_test::expect;
use fs_err as fs;

use super::User;

/// Settings as people keep them, by the ending of the file.
fn settings(path: &std::path::Path) -> Vec<&'static str> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => vec![
            "# Mine.\nmodel = \"x\" # fast\n\n[profiles.a]\n# Deep.\nmodel = 'y'\n",
            "mcp_servers = { other = { command = \"o\" } }\n",
            "[mcp_servers.other]\ncommand = \"o\"\nargs = []",
        ],
        Some("yaml") => vec![
            "# Mine.\nGOOSE_MODEL: x # fast\nextensions:\n  # Tools.\n  developer:\n    enabled: true\n",
            "extensions: {}\nGOOSE_MODEL: x",
            "GOOSE_MODEL: x\nextensions:\n",
        ],
        _ => vec![
            "{\n    // Mine.\n    \"theme\": \"dark\", // at night\n    \"list\": [1,2,\n 3],\n}\n",
            "{\"theme\":\"dark\"}",
            "{\n\t\"mcpServers\": {\n\t\t\"other\": {}\n\t},\n\t\"servers\": {},\n\t\"mcp\": { }\n}\n",
            "",
        ],
    }
}

#[test]
fn settings_of_every_agent_come_back_to_the_byte() {
    let user = User::new();
    let forms: [fn(&str) -> String; 3] = [
        |text| text.to_owned(),
        |text| text.replace('\n', "\r\n"),
        |text| format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ];
    for (turn, (agent, scope)) in user.agents().into_iter().enumerate() {
        let path = user.server_file(&agent, scope);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        for (text, form) in settings(&path).into_iter().zip(forms.into_iter().cycle().skip(turn)) {
            let text = form(text);
            fs::write(&path, &text).expect("settings");
            let before = user.tree();
            let args = [agent.as_str(), "--scope", scope, "--yes"];
            let installed = user.run(&[&["install"], &args[..]].concat());
            assert_eq!(installed.code, 0, "{agent} {text:?} {installed:?}");
            check_kept(&text, &fs::read_to_string(&path).expect("settings"));
            let again = user.run(&[&["install"], &args[..]].concat());
            assert_eq!(again.out, "nothing to do\n", "{agent} {text:?} {again:?}");
            assert_eq!(user.run(&[&["uninstall"], &args[..]].concat()).code, 0);
            assert!(user.tree() == before, "{agent} {scope} {text:?}");
        }
        fs::remove_file(&path).expect("settings");
    }
    assert!(!user.shop.home.join("installed.json").exists(), "nothing is left to remember");
}

/// The entry is there, and so are comments, the form of line ends and the mark of the byte order.
fn check_kept(before: &str, after: &str) {
    assert!(after.contains("quarry") && after.len() > before.len(), "{after:?}");
    let n_windows = if before.contains('\r') { after.matches('\n').count() } else { 0 };
    assert_eq!(after.matches("\r\n").count(), n_windows, "{after:?}");
    assert_eq!(after.starts_with('\u{feff}'), before.starts_with('\u{feff}'));
    for comment in ["Mine.", "at night", "Tools.", "Deep.", "# fast"] {
        assert_eq!(after.contains(comment), before.contains(comment), "{after:?}");
    }
}

#[test]
fn a_broken_file_is_left_alone_and_named_and_others_go_on() {
    let user = User::new();
    user.write(".claude.json", "{\n  \"theme\": \"dark\"\n  \"x\": 1\n}\n");
    user.write(".codex/config.toml", "model = \"x\"\nother = = 1\n");
    user.write(".config/goose/config.yaml", "a: [1\nb: 2\n");
    let broken = user.tree();
    let ran = user.run(&["install", "claude-code", "codex", "goose", "gemini", "--yes"]);
    assert_eq!(ran.code, 1);
    expect![[r#"
        note: Gemini CLI: it starts servers only in folders that you have told it to trust
        error: Claude Code: ~/.claude.json:2 is not JSON: Expected comma
         help: mend the file and run this again; it was left as it is
        error: Codex: ~/.codex/config.toml:2 is not TOML: extra `=`, expected nothing
         help: mend the file and run this again; it was left as it is
        error: Goose: ~/.config/goose/config.yaml:2 is not YAML: illegal placement of ':' indicator
         help: mend the file and run this again; it was left as it is
    "#]]
    .assert_eq(&ran.err);
    expect![[r#"
        created ~/.gemini/settings.json
        created ~/.gemini/GEMINI.md
        created ~/.gemini/skills/quarry/SKILL.md
    "#]]
    .assert_eq(&ran.out[ran.out.find("created").expect("what was done")..]);
    let now = user.tree();
    assert!(broken.iter().all(|(path, bytes)| now.get(path) == Some(bytes)));
    assert!(!user.home.join(".claude").exists(), "an agent that cannot be told is told nothing");
}

#[test]
fn of_a_file_that_changed_since_only_ours_goes() {
    let user = User::new();
    let path = user.write(".claude.json", "{\n  \"n\": 1\n}\n");
    let notes = user.write(".claude/CLAUDE.md", "# Mine\n");
    assert_eq!(user.run(&["install", "claude-code", "--yes"]).code, 0);
    let text = fs::read_to_string(&path).expect("settings").replace("\"n\": 1", "\"n\": 2");
    fs::write(&path, text).expect("settings");
    let text = fs::read_to_string(&notes).expect("notes") + "\nMore of mine.\n";
    fs::write(&notes, text).expect("notes");
    let sub_agent = user.home.join(".claude/agents/quarry.md");
    fs::write(&sub_agent, "mine now\n").expect("a file");
    let ran = user.run(&["uninstall", "claude-code", "--yes"]);
    assert_eq!(ran.code, 0);
    assert_eq!(fs::read_to_string(&path).expect("settings"), "{\n  \"n\": 2\n}\n");
    assert_eq!(fs::read_to_string(&notes).expect("notes"), "# Mine\n\n\nMore of mine.\n");
    assert_eq!(fs::read_to_string(&sub_agent).expect("a file"), "mine now\n");
    expect!["note: Claude Code: ~/.claude/agents/quarry.md has been changed by hand; left as it is\n"]
        .assert_eq(&ran.err);
}

#[test]
fn without_the_ledger_ours_goes_all_the_same() {
    let user = User::new();
    user.write(".codex/config.toml", "model = \"x\"\n");
    let before = user.tree();
    assert_eq!(user.run(&["install", "codex", "--yes"]).code, 0);
    fs::remove_file(user.shop.home.join("installed.json")).expect("a ledger");
    assert_eq!(user.run(&["uninstall", "codex", "--yes"]).code, 0);
    let now = user.tree();
    assert!(before.iter().all(|(path, bytes)| now.get(path) == Some(bytes)), "{now:?}");
    assert!(now.values().all(|bytes| !String::from_utf8_lossy(bytes).contains("quarry")));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::PermissionsExt;
    let user = User::new();
    let real = user.write("dotfiles/claude.json", "{}\n");
    fs::set_permissions(&real, std::fs::Permissions::from_mode(0o600)).expect("permissions");
    fs::os::unix::fs::symlink(&real, user.home.join(".claude.json")).expect("a link");
    let before = user.tree();
    assert_eq!(user.run(&["install", "claude-code", "--yes"]).code, 0);
    assert!(user.home.join(".claude.json").is_symlink(), "the link is still one");
    assert!(fs::read_to_string(&real).expect("settings").contains("quarry"));
    let mode = |path: &std::path::Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&real), 0o600);
    assert_eq!(mode(&user.home.join(".claude/CLAUDE.md")) & 0o600, 0o600);
    assert_eq!(user.run(&["uninstall", "claude-code", "--yes"]).code, 0);
    assert_eq!((user.tree(), mode(&real)), (before, 0o600));

    let rules = user.shop.root.join("AGENTS.md");
    fs::write(&rules, "# Rules\n").expect("rules");
    fs::os::unix::fs::symlink("AGENTS.md", user.shop.root.join("CLAUDE.md")).expect("a link");
    assert_eq!(user.run(&["install", "claude-code", "codex", "--scope", "project", "--yes"]).code, 0);
    let text = fs::read_to_string(&rules).expect("rules");
    assert_eq!(text.matches("quarry:begin").count(), 1, "two names, one file, one block: {text}");
    fs::set_permissions(&rules, std::fs::Permissions::from_mode(0o444)).expect("permissions");
    let refused = user.run(&["uninstall", "--scope", "project", "--yes"]);
    assert!(refused.code == 1 && refused.err.contains("is read-only"), "{refused:?}");
}

#[test]
fn an_entry_of_the_users_own_making_stays() {
    let user = User::new();
    let own = "{\n  \"mcpServers\": { \"quarry\": { \"command\": \"quarry\", \"args\": [\"mcp\", \"/src\"] } }\n}\n";
    let path = user.write(".gemini/settings.json", own);
    assert_eq!(user.run(&["install", "gemini", "--yes"]).code, 0);
    assert_eq!(fs::read_to_string(&path).expect("settings"), own);
    let gone = own.replace("\"quarry\", \"args\"", "\"/gone/quarry\", \"args\"");
    fs::write(&path, gone).expect("settings");
    assert_eq!(user.run(&["install", "gemini", "--yes"]).code, 0);
    let mended = fs::read_to_string(&path).expect("settings");
    assert!(mended.contains(env!("CARGO_BIN_EXE_quarry")), "a program that is gone is replaced: {mended}");
    fs::write(&path, "{\"mcpServers\": {\"quarry\": {\"command\": \"stones\"}}}").expect("settings");
    let ran = user.run(&["install", "gemini", "--yes"]);
    assert!(ran.code == 1 && ran.err.contains("names another server `quarry`"), "{ran:?}");
    assert_eq!(user.run(&["uninstall", "gemini", "--yes"]).code, 0);
    assert!(fs::read_to_string(&path).expect("settings").contains("stones"));
}
