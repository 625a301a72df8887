//! The folders that agents keep their settings in, as the environment and the system say.

use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::install::Places;

/// What agents are told by, for a user whose directory is `home` and a repository at `project`.
pub(super) fn read(home: &Path, project: &Path) -> anyhow::Result<Places> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let config = folder("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
    let roaming = folder("APPDATA").filter(|_| cfg!(windows));
    let code = match &roaming {
        Some(roaming) => roaming.join("Code/User"),
        None if cfg!(target_os = "macos") => home.join("Library/Application Support/Code/User"),
        None => config.join("Code/User"),
    };
    let on_windows = |below: &str| roaming.as_ref().map(|roaming| roaming.join(below));
    let claude = folder("CLAUDE_CONFIG_DIR");
    let program = std::env::current_exe().and_then(fs_err::canonicalize).context("cannot tell where quarry lies")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(Places {
        folders: vec![
            ("home", home.to_owned()),
            ("project", project.to_owned()),
            ("claude-file", claude.clone().unwrap_or_else(|| home.to_owned())),
            ("claude", claude.unwrap_or_else(|| home.join(".claude"))),
            ("codex", folder("CODEX_HOME").unwrap_or_else(|| home.join(".codex"))),
            ("zed", on_windows("Zed").unwrap_or_else(|| config.join("zed"))),
            ("goose", on_windows("Block/goose/config").unwrap_or_else(|| config.join("goose"))),
            ("code", code),
            ("config", config),
        ],
        search_path: std::env::split_paths(&path).collect(),
        program,
    })
}
