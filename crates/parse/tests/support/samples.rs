//! The sample files of `tests/outlines`: one small real file per language.

use std::path::{Path, PathBuf};

/// Where they lie.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outlines")
}

/// Path below the folder and text of every sample, sorted by path.
pub(crate) fn all() -> Vec<(String, String)> {
    let folder = folder();
    let mut found = Vec::new();
    let mut open = vec![folder.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs_err::read_dir(directory).expect("the samples").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_none_or(|extension| extension != "outline") {
                let relative = path.strip_prefix(&folder).expect("below the folder").to_string_lossy().into_owned();
                let text = fs_err::read_to_string(&path).expect("a readable sample");
                found.push((relative.replace('\\', "/"), text));
            }
        }
    }
    found.sort();
    found
}
