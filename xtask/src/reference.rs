//! `cargo xtask reference`: the pages of docs/reference, made from the settings and the language table.
//!
//! What is written once in code is not written again by hand; `tidy` fails when a page is stale.

use std::path::Path;

use anyhow::{Result, bail};
use quarry_engine::{KeyDescription, LanguageInfo, Languages, Settings};

const FOLDER: &str = "docs/reference";
const NOTICE: &str = "<!-- Made by `cargo xtask reference`. -->\n\n";

/// Every page with its text as it should be.
fn pages() -> [(&'static str, String); 2] {
    [("settings.md", settings()), ("languages.md", languages(&Languages::default()))]
}

pub(crate) fn write(root: &Path) -> Result<()> {
    fs_err::create_dir_all(root.join(FOLDER))?;
    for (name, text) in pages() {
        fs_err::write(root.join(FOLDER).join(name), text)?;
        println!("wrote {FOLDER}/{name}");
    }
    Ok(())
}

pub(crate) fn check(root: &Path) -> Result<()> {
    let problems = problems(root)?;
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    Ok(())
}

/// The pages that are missing or stale.
pub(crate) fn problems(root: &Path) -> Result<Vec<String>> {
    let is_stale = |name: &str, text: &str| {
        fs_err::read_to_string(root.join(FOLDER).join(name)).map_or(true, |found| found.replace("\r\n", "\n") != text)
    };
    let stale = pages().into_iter().filter(|(name, text)| is_stale(name, text));
    Ok(stale.map(|(name, _)| format!("{FOLDER}/{name} is stale: run `cargo xtask reference`")).collect())
}

fn settings() -> String {
    let mut text = format!(
        "{NOTICE}# Settings\n\n`quarry.toml` at the root of a repository. Every key may be left out; an unknown key or a \
         value out of range is an\nerror that names the line. `quarry config show` prints the settings in effect.\n"
    );
    let mut group = "";
    let mut explained: Vec<&str> = Vec::new();
    let keys = Settings::keys();
    for key in &keys {
        let own_group = key.key.split('.').next().unwrap_or_default();
        if own_group != group {
            group = own_group;
            text.push_str(&format!("\n## {group}\n\n| Key | Default | What it does |\n|---|---|---|\n"));
        }
        text.push_str(&setting_row(key, &explained));
        explained.push(key.doc);
    }
    text + "\n## As a file\n\nThe defaults, every key with its reason:\n\n```toml\n"
        + &Settings::default().to_toml()
        + "```\n"
}

/// `weight` and `b` mean the same in every field: said once.
fn setting_row(key: &KeyDescription, explained: &[&str]) -> String {
    let doc = if explained.contains(&key.doc) { "as above".to_owned() } else { cell(key.doc) };
    format!("| `{}` | `{}` | {doc} |\n", key.key, cell(&key.default))
}

fn languages(languages: &Languages) -> String {
    let n_parsed = languages.iter().filter(|info| info.has_grammar()).count();
    let mut text = format!(
        "{NOTICE}# Languages\n\n{} languages, {n_parsed} of them with a grammar: these are cut along their syntax and \
         their symbols are known. The others,\nand text of no known language, are cut along paragraphs and lines.\n\n\
         | Language | Also called | Files | `#!` | Content | Grammar |\n|---|---|---|---|---|---|\n",
        languages.iter().count()
    );
    for info in languages.iter() {
        text.push_str(&language_row(info));
    }
    text.push_str("\n## Dialects\n\nFiles of a language that are something more special. A dialect is filtered by like a language.\n\n");
    for name in languages.dialect_names() {
        text.push_str(&format!("- `{name}`\n"));
    }
    text
}

fn language_row(info: &LanguageInfo) -> String {
    let endings = info.extensions.iter().map(|extension| format!("`.{extension}`"));
    let files: Vec<String> = endings.chain(info.file_names.iter().map(|name| format!("`{name}`"))).collect();
    format!(
        "| {} | {} | {} | {} | {} | {} |\n",
        info.language,
        info.aliases.join(", "),
        files.join(" "),
        info.shebangs.join(", "),
        info.content_type.as_str(),
        if info.has_grammar() { "yes" } else { "" }
    )
}

/// Text that stays in its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
