//! Recall by vector against its physical limit: streaming the bytes that it scans.
//!
//! `cargo bench -p quarry-store --bench vector_speed -- DIR`, or with vectors of a real model, as raw little-endian `f32`:
//! `... -- --dimension 256 --vectors FILE --questions FILE`
//!
//! From `DIR`, code is cut into pieces of about 1000 bytes; the vector of a piece is the weighted sum of random vectors of
//! its words, of its path's and of its file's. Questions are comment lines. What was lost is counted against cosines in `f32`:
//! a found piece is right if it scores no less than the hundredth of the exact answer.

use std::path::Path;
use std::time::{Duration, Instant};

use quarry_source::{Chunk, ContentType, Health, Language, ParseStatus, Parsed, RepoPath, Span};
use quarry_store::{
    FieldLengths, FieldWeight, FileId, FileRecord, FileStamp, Filter, IndexWriter, KeywordFields, Manifest, PerFile,
    QuantisedVector, ScoredChunk, Snapshot, VectorQuery, WriterSize,
};
use tantivy::directory::{Directory, MmapDirectory};

#[path = "support/corpus.rs"]
mod corpus;

use corpus::Corpus;

type Failure = Box<dyn std::error::Error>;

/// How many chunks an answer has.
const LIMIT: usize = 100;
/// How often every question is asked.
const ROUNDS: usize = 5;
const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .filter(|argument| argument != "--bench")
        .collect();
    let value = |flag: &str| arguments.iter().position(|other| other == flag).and_then(|at| arguments.get(at + 1));
    let corpus = match (value("--vectors"), value("--questions"), arguments.first()) {
        (Some(vectors), Some(questions), _) => {
            let dimension = value("--dimension").ok_or("--dimension is missing")?.parse()?;
            Corpus::read(dimension, Path::new(vectors), Path::new(questions))?
        }
        (None, None, Some(root)) if !root.starts_with("--") => Corpus::of_tree(Path::new(root))?,
        _ => {
            println!("vector_speed: name a directory of code: cargo bench -p quarry-store --bench vector_speed -- DIR");
            return Ok(());
        }
    };
    println!("{} vectors of {} dimensions, {} questions", corpus.len(), corpus.dimension, corpus.questions.len());
    let sizes = SIZES.map(|size| size.min(corpus.len()));
    for (place, n_vectors) in sizes.into_iter().enumerate() {
        if !sizes[..place].contains(&n_vectors) {
            measure(&corpus, n_vectors)?;
        }
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn measure(corpus: &Corpus, n_vectors: usize) -> Result<(), Failure> {
    let dir = tempfile::tempdir()?;
    write(corpus, n_vectors, dir.path())?;
    let snapshot = Snapshot::open(dir.path())?;
    let n_bytes = snapshot.vector_scan_bytes();
    println!("{n_vectors} vectors, {:.1} MB scanned", n_bytes as f64 / 1e6);
    let least = least_scores(corpus, n_vectors);
    for (kind, (name, per_file)) in
        [("all chunks", PerFile::Unlimited), ("one a file", PerFile::AtMost(1))].iter().enumerate()
    {
        let mut times = Vec::new();
        let (mut n_right, mut n_exact) = (0, 0);
        for round in 0..=ROUNDS {
            for (question, least) in corpus.questions.iter().zip(&least) {
                let query = VectorQuery { vector: question, limit: LIMIT, per_file: *per_file };
                let start = Instant::now();
                let found = snapshot.recall_by_vector(&query, &Filter::default())?;
                let elapsed = start.elapsed();
                // The first round warms up, and is checked.
                if round > 0 {
                    times.push(elapsed);
                    continue;
                }
                let place = |chunk: &ScoredChunk| corpus.place(chunk.file.0 as usize, chunk.ordinal as usize);
                let (n_least, least) = least[kind];
                n_right += found.iter().filter(|chunk| corpus.cosine(question, place(chunk)) >= least).count();
                n_exact += n_least;
            }
        }
        times.sort_unstable();
        let part = |share: usize| times[times.len() * share / 100];
        let recall = n_right as f64 / n_exact as f64;
        println!(
            "  {name}: median {:.2?}, 99 % {:.2?}, fastest {:.2?}, recall@{LIMIT} {recall:.4}",
            part(50),
            part(99),
            part(0)
        );
    }
    let streaming = stream(dir.path(), n_bytes)?;
    let question = VectorQuery { vector: &corpus.questions[0], limit: LIMIT, per_file: PerFile::Unlimited };
    // In turn, because the machine's speed varies.
    let mut ratios = Vec::new();
    for _ in 0..101 {
        let start = Instant::now();
        snapshot.recall_by_vector(&question, &Filter::default())?;
        let recall = start.elapsed();
        ratios.push(recall.as_secs_f64() / streaming().as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    println!("  recall / streaming its bytes: median {:.2}; streaming takes {:.2?}", ratios[50], streaming());
    Ok(())
}

/// For every question, what the last chunk of an exact answer scores; on all cores.
fn least_scores(corpus: &Corpus, n_vectors: usize) -> Vec<[(usize, f32); 2]> {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = corpus.questions.len().div_ceil(n_threads).max(1);
    let of = |questions: &[Vec<f32>]| -> Vec<_> {
        questions.iter().map(|question| corpus.least_scores(question, n_vectors, LIMIT)).collect()
    };
    std::thread::scope(|scope| {
        let shares: Vec<_> =
            corpus.questions.chunks(share).map(|questions| scope.spawn(move || of(questions))).collect();
        shares.into_iter().flat_map(|share| share.join().expect("no thread panics")).collect()
    })
}

/// Sums up as many bytes of the same mapped files, on the same number of threads.
fn stream(dir: &Path, n_bytes: usize) -> Result<impl Fn() -> Duration, Failure> {
    let directory = MmapDirectory::open(dir)?;
    let mut parts = Vec::new();
    let mut n_left = n_bytes;
    for entry in fs_err::read_dir(dir)? {
        let name = entry?.file_name();
        if Path::new(&name).extension().is_some_and(|extension| extension == "vec") {
            let bytes = directory.open_read(Path::new(&name))?.read_bytes()?;
            let n_taken = bytes.len().min(n_left);
            n_left -= n_taken;
            parts.push(bytes.slice(bytes.len() - n_taken..bytes.len()));
        }
    }
    let n_threads = std::thread::available_parallelism()?.get();
    Ok(move || {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for thread in 0..n_threads {
                let parts = &parts;
                scope.spawn(move || {
                    for part in parts {
                        let share = part.len() / n_threads;
                        let words = part[thread * share..][..share].as_chunks::<8>().0;
                        let sum = |sum: u64, word: &[u8; 8]| sum.wrapping_add(u64::from_le_bytes(*word));
                        std::hint::black_box(words.iter().fold(0, sum));
                    }
                });
            }
        });
        start.elapsed()
    })
}

fn write(corpus: &Corpus, n_vectors: usize, dir: &Path) -> Result<(), Failure> {
    let unused = FieldWeight { weight: 0.0, b: 0.0 };
    let fields = KeywordFields {
        name: unused,
        qualified_name: unused,
        signature: unused,
        docstring: unused,
        content: unused,
        filename: unused,
        file_path: unused,
        enclosing: unused,
    };
    let mut writer = IndexWriter::open(dir, &fields, WriterSize::Bulk { threads: 2 })?;
    let mut manifest = Manifest::default();
    for (number, places) in corpus.files().enumerate() {
        let places = places.start..places.end.min(n_vectors);
        if places.is_empty() {
            break;
        }
        let chunk = |line: usize| Chunk {
            span: Span { start: line as u32, end: line as u32 + 1, start_line: 1, end_line: 1 },
            symbols: 0..0,
            enclosing: Vec::new(),
            block_type: None,
            hierarchy: None,
        };
        let parsed = Parsed {
            language: Language::new("text"),
            dialect: None,
            content_type: ContentType::Code,
            health: Health { status: ParseStatus::Ok, n_errors: 0 },
            chunks: (0..places.len()).map(chunk).collect(),
            symbols: Vec::new(),
            references: Vec::new(),
            imports: Vec::new(),
        };
        let mut record = FileRecord {
            id: FileId(number as u32),
            path: RepoPath::new(&format!("{number:08}")),
            stamp: FileStamp::default(),
            hash: [0; 32],
            language: parsed.language.clone(),
            dialect: None,
            content_type: parsed.content_type,
            health: parsed.health,
            n_lines: 1,
            n_chunks: places.len() as u32,
            n_symbols: 0,
            embedded: true,
            n_words: FieldLengths::default(),
        };
        let text = "x".repeat(places.len());
        let vectors: Vec<_> = places.map(|place| QuantisedVector::of(corpus.vector(place))).collect();
        writer.add_file(&mut record, text, &parsed, &vectors)?;
        manifest.files.push(record);
    }
    manifest.next_id = manifest.files.len() as u32;
    writer.commit(&mut manifest)?;
    Ok(writer.finish()?)
}
