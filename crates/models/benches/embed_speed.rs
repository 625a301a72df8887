//! The model inside Quarry on one core: opening it, a question, passages of about 1000 bytes.
//!
//! `cargo bench -p quarry-models --bench embed_speed -- DIR`

use std::path::{Path, PathBuf};
use std::time::Instant;

use quarry_models::{Builtin, Embedder, PartWeights, Passage};

const PASSAGE_BYTES: usize = 1000;
const MAX_BYTES: usize = 64 << 20;
const N_QUESTIONS: u32 = 10_000;

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> std::io::Result<()> {
    let Some(root) = std::env::args_os().skip(1).find(|argument| !argument.to_string_lossy().starts_with("--")) else {
        println!("embed_speed: name a directory: cargo bench -p quarry-models --bench embed_speed -- DIR");
        return Ok(());
    };
    let start = Instant::now();
    let model = Builtin::shipped(PartWeights::default());
    let opened = start.elapsed();
    std::hint::black_box(model.embed_query("warm up").map_err(std::io::Error::other)?);
    println!("opened in {opened:.2?}, first question after {:.2?}", start.elapsed());

    let mut files = Vec::new();
    read(Path::new(&root), &mut files)?;
    let passages: Vec<Passage<'_>> = files.iter().flat_map(|(path, text)| pieces(path, text)).collect();
    let n_bytes: usize = passages.iter().map(|passage| passage.body.len()).sum();
    let start = Instant::now();
    for file in passages.chunk_by(|a, b| a.path == b.path) {
        std::hint::black_box(model.embed_passages(file).map_err(std::io::Error::other)?);
    }
    let elapsed = start.elapsed().as_secs_f64();
    let mean = n_bytes / passages.len().max(1);
    println!(
        "{} passages of {mean} bytes on one core: {:.0} per second",
        passages.len(),
        passages.len() as f64 / elapsed
    );

    let start = Instant::now();
    for number in 0..N_QUESTIONS {
        let question = format!("where is request number {number} retried after a timeout");
        std::hint::black_box(model.embed_query(&question).map_err(std::io::Error::other)?);
    }
    println!("a question: {:.2?}", start.elapsed() / N_QUESTIONS);
    Ok(())
}

/// Text files below a directory, up to a limit.
fn read(dir: &Path, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> =
        fs_err::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if files.iter().map(|(_, text)| text.len()).sum::<usize>() > MAX_BYTES {
            break;
        }
        if path.is_dir() && !path.is_symlink() {
            read(&path, files)?;
        } else if let Ok(text) = String::from_utf8(fs_err::read(&path).unwrap_or_default()) {
            files.push((path.to_string_lossy().into_owned(), text));
        }
    }
    Ok(())
}

fn pieces<'a>(path: &'a str, text: &'a str) -> Vec<Passage<'a>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (body, behind) = rest.split_at(rest.floor_char_boundary(PASSAGE_BYTES));
        let card = &text[..text.floor_char_boundary(PASSAGE_BYTES)];
        pieces.push(Passage { path, enclosing: "Client send", card, body });
        rest = behind;
    }
    pieces
}
