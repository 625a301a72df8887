//! Packages -> the file of pairs.

use std::collections::{HashMap, HashSet};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use ignore::WalkBuilder;
use quarry_parse::{ChunkSize, Languages};
use quarry_source::{ContentType, ParseStatus, RepoPath};

use crate::file_pairs;
use crate::leaks::Leaks;
use crate::mentions::Mentions;
use crate::pair::{Origin, Pair};

/// Larger files are data or generated.
const MAX_FILE_BYTES: u64 = 300_000;
/// So that no large package speaks for all.
const MAX_PAIRS_OF_PACKAGE: usize = 6000;

/// What was read and kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) n_packages: usize,
    pub(crate) n_files: usize,
    pub(crate) n_copies: usize,
    pub(crate) n_pairs: usize,
    pub(crate) n_repeated: usize,
}

/// Reads every package (a folder two levels below `corpus`: registry, package) and writes its pairs to `out`.
pub(crate) fn run(corpus: &Path, leaks: &Leaks, out: &Path) -> anyhow::Result<Tally> {
    let packages = packages(corpus)?;
    let languages = Languages::with_overrides(HashMap::new());
    let next = AtomicUsize::new(0);
    let sink = Mutex::new(Sink {
        seen: HashSet::new(),
        parts: packages.iter().map(|_| None).collect(),
        written: 0,
        out: BufWriter::with_capacity(1 << 20, fs_err::File::create(out)?.into_parts().0),
        tally: Tally::default(),
    });
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(package) = packages.get(number) else { return Ok(()) };
                        let read = read_package(package, corpus, &languages, leaks);
                        sink.lock().map_err(|_| anyhow::anyhow!("a worker panicked"))?.take(number, read)?;
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| anyhow::anyhow!("a worker panicked"))?)
    })?;
    let mut sink = sink.into_inner().map_err(|_| anyhow::anyhow!("a worker panicked"))?;
    sink.out.flush()?;
    Ok(sink.tally)
}

fn packages(corpus: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut packages = Vec::new();
    for registry in folders(corpus)? {
        packages.extend(folders(&registry)?);
    }
    packages.sort();
    Ok(packages)
}

fn folders(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in fs_err::read_dir(dir)? {
        let path = entry?.path();
        let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden {
            folders.push(path);
        }
    }
    Ok(folders)
}

/// The lines of a package's pairs, each with the hash by which a repetition is known.
#[derive(Default)]
struct Read {
    lines: Vec<(u64, Vec<u8>)>,
    tally: Tally,
}

fn read_package(dir: &Path, corpus: &Path, languages: &Languages, leaks: &Leaks) -> anyhow::Result<Read> {
    let mut read = Read::default();
    let name = dir.strip_prefix(corpus)?.to_string_lossy().into_owned();
    if leaks.has_name(package_name(&name)) {
        return Ok(read);
    }
    read.tally.n_packages = 1;
    let mut mentions = Mentions::default();
    let mut walk = WalkBuilder::new(dir);
    walk.standard_filters(false).hidden(true).sort_by_file_path(Path::cmp);
    for entry in walk.build() {
        let entry = entry.with_context(|| format!("cannot walk {}", dir.display()))?;
        if !entry.file_type().is_some_and(|kind| kind.is_file()) || entry.metadata()?.len() > MAX_FILE_BYTES {
            continue;
        }
        let path = entry.path().strip_prefix(dir)?.to_string_lossy().into_owned();
        let Ok(text) = String::from_utf8(fs_err::read(entry.path())?) else { continue };
        if leaks.has_name(&path) || is_machine_made(&text) {
            continue;
        }
        if leaks.has_copy(&text) {
            read.tally.n_copies += 1;
            continue;
        }
        let parsed = quarry_parse::parse(languages, &RepoPath::new(&path), &text, ChunkSize::default());
        let is_prose = matches!(parsed.language.as_str(), "markdown" | "mdx" | "rst");
        let is_code = parsed.content_type == ContentType::Code && parsed.health.status != ParseStatus::NoGrammar;
        if !is_prose && !is_code {
            continue;
        }
        read.tally.n_files += 1;
        mentions.see(&text, &parsed);
        let origin = Origin { package: &name, language: parsed.language.as_str(), path: &path };
        for pair in file_pairs::of(&text, &path, &parsed) {
            read.push(&pair, &origin)?;
        }
    }
    let origin = Origin { package: &name, language: "mention", path: "" };
    for pair in mentions.pairs() {
        read.push(&pair, &origin)?;
    }
    read.thin_out();
    Ok(read)
}

impl Read {
    fn push(&mut self, pair: &Pair, origin: &Origin<'_>) -> anyhow::Result<()> {
        let head: String = pair.code.chars().take(240).collect();
        let hash = blake3::hash(format!("{}\t{head}", pair.question).as_bytes());
        let mut line = Vec::new();
        pair.write(origin, &mut line)?;
        self.lines.push((u64::from_le_bytes(hash.as_bytes()[..8].try_into()?), line));
        Ok(())
    }

    /// Of a package with too many pairs an even choice is kept.
    fn thin_out(&mut self) {
        let n_lines = self.lines.len();
        if n_lines > MAX_PAIRS_OF_PACKAGE {
            let mut number = 0;
            self.lines.retain(|_| {
                number += 1;
                number * MAX_PAIRS_OF_PACKAGE / n_lines != (number - 1) * MAX_PAIRS_OF_PACKAGE / n_lines
            });
        }
    }
}

/// `crates/serde_json-1.0.2` is `serde_json`.
fn package_name(folder: &str) -> &str {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    let version =
        name.match_indices('-').find(|(at, _)| name[at + 1..].starts_with(|letter: char| letter.is_ascii_digit()));
    version.map_or(name, |(at, _)| &name[..at])
}

/// Bundles, tables and generated code.
fn is_machine_made(text: &str) -> bool {
    let n_lines = text.lines().count().max(1);
    let head: String = text.chars().take(600).collect::<String>().to_lowercase();
    text.len() / n_lines > 200 || head.contains("do not edit") || head.contains("@generated") || text.len() < 80
}

/// Writes packages in the order of their names, whatever worker was first: the same corpus gives the same file.
struct Sink {
    seen: HashSet<u64>,
    parts: Vec<Option<Read>>,
    written: usize,
    out: BufWriter<std::fs::File>,
    tally: Tally,
}

impl Sink {
    fn take(&mut self, number: usize, read: anyhow::Result<Read>) -> anyhow::Result<()> {
        self.parts[number] = Some(read?);
        while let Some(read) = self.parts.get_mut(self.written).and_then(Option::take) {
            self.written += 1;
            self.tally.n_packages += read.tally.n_packages;
            self.tally.n_files += read.tally.n_files;
            self.tally.n_copies += read.tally.n_copies;
            for (hash, line) in read.lines {
                if self.seen.insert(hash) {
                    self.out.write_all(&line)?;
                    self.tally.n_pairs += 1;
                } else {
                    self.tally.n_repeated += 1;
                }
            }
        }
        Ok(())
    }
}
