//! The part of the layer rule that cargo-deny cannot say: the nouns depend on nothing.

use std::path::Path;

use anyhow::Result;

const NOUNS: &str = "crates/source/Cargo.toml";

pub(super) fn problems(root: &Path) -> Result<Vec<String>> {
    let manifest: toml::Table = fs_err::read_to_string(root.join(NOUNS))?.parse()?;
    let sections = ["dependencies", "build-dependencies", "target"].into_iter();
    let present = sections.filter(|section| manifest.contains_key(*section));
    Ok(present.map(|section| format!("{NOUNS}: has [{section}], but the nouns depend on nothing")).collect())
}
