//! Writes the small index that `tests/contract.rs` must be able to open for ever: one folder per released format.
//!
//! `cargo run -p quarry-store --example write_format -- crates/store/tests/formats/v5`

use std::path::PathBuf;

use quarry_store::{Manifest, WriterSize};

#[path = "../tests/support/sample.rs"]
mod sample;

fn main() {
    let dir: PathBuf = std::env::args_os().nth(1).expect("the folder to write").into();
    let _ = fs_err::remove_dir_all(&dir);
    let mut filling = sample::Filling::open(&dir, WriterSize::Update, Manifest::default());
    filling.manifest.root = "/shop".to_owned();
    for (path, text) in sample::SHOP {
        filling.put(path, text);
    }
    filling.commit();
    filling.writer.finish().expect("it is whole");
    // Locks belong to a process, not to an index.
    let _ = fs_err::remove_file(dir.join(".tantivy-writer.lock"));
    let _ = fs_err::remove_file(dir.join(".tantivy-meta.lock"));
}
