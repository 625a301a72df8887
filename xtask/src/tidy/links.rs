//! What documents point at exists: relative links with their anchors, and the code named in ARCHITECTURE.md.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{files_below, shown};

const DOCUMENTS: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const FOLDER: &str = "docs";
const MAP: &str = "ARCHITECTURE.md";
/// Where a name between backticks begins if it is a path of this repository.
const TOPS: [&str; 4] = ["crates/", "docs/", "fuzz/", "xtask/"];

pub(super) fn problems(root: &Path) -> Result<Vec<String>> {
    let mut documents: Vec<PathBuf> = DOCUMENTS.iter().map(|name| root.join(name)).collect();
    documents.extend(files_below(&root.join(FOLDER), "md")?);
    let mut problems = Vec::new();
    for document in documents {
        let text = fs_err::read_to_string(&document)?;
        for (line, target) in links(&text) {
            if let Some(what) = broken(&document, target) {
                problems.push(format!("{}:{line}: `{target}` {what}", shown(root, &document)));
            }
        }
    }
    Ok(problems)
}

pub(super) fn missing_paths(root: &Path) -> Result<Vec<String>> {
    let text = fs_err::read_to_string(root.join(MAP))?;
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let quoted = line.split('`').skip(1).step_by(2);
        let paths = quoted.filter(|name| TOPS.iter().any(|top| name.starts_with(top)) && !name.contains(['<', '*']));
        let missing = paths.filter(|name| !root.join(name).exists());
        problems.extend(missing.map(|name| format!("{MAP}:{}: `{name}` does not exist", number + 1)));
    }
    Ok(problems)
}

/// Targets of the inline links outside code blocks, with their lines.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        for rest in line.split("](").skip(1) {
            if let Some((target, _)) = rest.split_once(')') {
                found.push((number, target));
            }
        }
    }
    found
}

/// The numbered lines that stand in no fenced block.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        (!in_block && !is_fence).then_some((index + 1, line))
    })
}

/// What is wrong with a link; links to other places are not followed.
fn broken(document: &Path, target: &str) -> Option<&'static str> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => document.to_owned(),
        path => document.parent()?.join(path),
    };
    if !file.exists() {
        return Some("does not exist");
    }
    if anchor.is_empty() {
        return None;
    }
    let text = fs_err::read_to_string(&file).unwrap_or_default();
    let has_anchor = prose(&text).filter(|(_, line)| line.starts_with('#')).any(|(_, line)| slug(line) == anchor);
    (!has_anchor).then_some("names no heading of that file")
}

/// The anchor of a heading: lower case, blanks as dashes, punctuation dropped.
fn slug(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::{links, slug};

    #[test]
    fn links_in_code_blocks_are_no_links() {
        let text = "See [a](a.md) and [b](b.md#c).\n```\n[no](c.md)\n```\n[d](d.md)\n";
        assert_eq!(links(text), [(1, "a.md"), (1, "b.md#c"), (5, "d.md")]);
    }

    #[test]
    fn anchors_are_written_as_readers_link_them() {
        assert_eq!(slug("## How to add a language"), "how-to-add-a-language");
        assert_eq!(slug("### `index.include`"), "indexinclude");
    }
}
