//! Every folder of queries belongs to a grammar that `languages.toml` names, and every named grammar has its folder.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};

const TABLE: &str = "crates/parse/languages.toml";
const QUERIES: &str = "crates/parse/queries";

pub(super) fn problems(root: &Path) -> Result<Vec<String>> {
    let table: toml::Table = fs_err::read_to_string(root.join(TABLE))?.parse()?;
    let rows = table.get("language").and_then(|rows| rows.as_array()).context("languages.toml lists languages")?;
    let grammars = rows.iter().filter_map(|row| row.get("grammar")?.as_str());
    let named: BTreeSet<String> = grammars.map(str::to_owned).collect();
    let mut folders = BTreeSet::new();
    for entry in fs_err::read_dir(root.join(QUERIES))? {
        folders.insert(entry?.file_name().to_string_lossy().into_owned());
    }
    let unused = folders.difference(&named).map(|name| format!("{QUERIES}/{name}: no language of {TABLE} uses it"));
    let missing = named.difference(&folders).map(|name| format!("{TABLE}: `{name}` has no folder in {QUERIES}"));
    Ok(unused.chain(missing).collect())
}
