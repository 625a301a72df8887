//! What the code graph costs: to make it, to keep it up to date, to ask it.
//!
//! `cargo bench -p quarry-engine --bench graph_speed -- ROOT [--no-gitignore]`
//!
//! The repository is copied, because a file of it is edited. Callers and impact are asked for names drawn from all over it.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use quarry_engine::{Asked, Confidence, Direction, EdgeKind, Engine, FELT_BY, Mode, Quiet, Settings, Walk};

/// How many names are asked about.
const N_NAMES: usize = 500;
/// How often a file is edited.
const N_EDITS: usize = 10;

// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments = quarry_test_support::of_bench();
    let Some(root) = arguments.first().filter(|argument| !argument.starts_with("--")) else {
        println!("graph_speed: name a directory: cargo bench -p quarry-engine --bench graph_speed -- ROOT");
        return Ok(());
    };
    let temporary = tempfile::tempdir()?;
    let root = copied(Path::new(root), temporary.path())?;
    let mut settings = Settings::load(&root)?;
    settings.index.gitignore &= !arguments.iter().any(|argument| argument == "--no-gitignore");
    let engine = Engine::new(&root, &temporary.path().join("home"), settings);
    let start = Instant::now();
    engine.index(Mode::Changed, &Quiet)?;
    let with_graph = start.elapsed();
    // Indexing makes the graph; to tell what that costs, it is made once more.
    take_graph(&engine)?;
    let (graph, size) = {
        let searcher = engine.open()?;
        let start = Instant::now();
        let size = searcher.graph_size()?;
        (start.elapsed(), size)
    };
    let index = with_graph.saturating_sub(graph);
    let chunks = engine.open()?.manifest().n_chunks();
    println!("{chunks} chunks; {} definitions, {} edges, {} sure", size.n_definitions, size.n_edges, size.n_sure);
    println!("index {index:.2?}, graph {graph:.2?}: {:.0} % more", 100.0 * graph.as_secs_f64() / index.as_secs_f64());
    println!("one file changed, graph only: median {:.1?}", median(&mut edits(&engine, &root)?));
    let mut times = questions(&engine)?;
    println!("callers: median {:.1?}; impact, 3 steps: median {:.1?}", median(&mut times.0), median(&mut times.1));
    println!("         slowest {:.1?};                 slowest {:.1?}", last(&times.0), last(&times.1));
    Ok(())
}

fn copied(root: &Path, beside: &Path) -> Result<std::path::PathBuf, Failure> {
    let copy = beside.join("copy");
    let status = Command::new("cp").arg("-r").arg(root).arg(&copy).status()?;
    if !status.success() {
        return Err("the repository cannot be copied".into());
    }
    Ok(fs_err::canonicalize(copy)?)
}

/// Takes the graph out of an index: the name of its file, and what that held.
fn take_graph(engine: &Engine) -> Result<(OsString, Vec<u8>), Failure> {
    let names = fs_err::read_dir(engine.index_dir())?.flatten().map(|entry| entry.file_name());
    let name =
        names.into_iter().find(|name| name.to_string_lossy().starts_with("graph-")).ok_or("there is no graph")?;
    let path = engine.index_dir().join(&name);
    let bytes = fs_err::read(&path)?;
    fs_err::remove_file(&path)?;
    Ok((name, bytes))
}

/// How long the graph takes after a line was added to a file, for files all over the repository.
fn edits(engine: &Engine, root: &Path) -> Result<Vec<Duration>, Failure> {
    let paths: Vec<_> = engine.open()?.manifest().files.iter().map(|record| record.path.clone()).collect();
    let mut times = Vec::new();
    for path in paths.iter().step_by((paths.len() / N_EDITS).max(1)) {
        let path = root.join(path.as_str());
        let mut text = fs_err::read(&path)?;
        text.push(b'\n');
        fs_err::write(&path, text)?;
        let before = take_graph(engine)?;
        fs_err::write(engine.index_dir().join(&before.0), &before.1)?;
        engine.index(Mode::Changed, &Quiet)?;
        // As if only the graph of before were there.
        take_graph(engine)?;
        fs_err::write(engine.index_dir().join(&before.0), &before.1)?;
        let searcher = engine.open()?;
        let start = Instant::now();
        searcher.graph_size()?;
        times.push(start.elapsed());
    }
    Ok(times)
}

/// How long it takes to ask for callers and for who is affected.
fn questions(engine: &Engine) -> Result<(Vec<Duration>, Vec<Duration>), Failure> {
    let searcher = engine.open()?;
    searcher.graph_size()?;
    let files = &searcher.manifest().files;
    let mut names: Vec<String> = Vec::new();
    for record in files.iter().step_by((files.len() / N_NAMES).max(1)) {
        let symbols = searcher.outline(&record.path)?.symbols;
        names.extend(symbols.get(symbols.len() / 2).map(|symbol| symbol.name.to_string()));
    }
    let callers = Walk {
        direction: Direction::UsedBy,
        kinds: vec![EdgeKind::Calls],
        floor: Confidence::Ambiguous,
        depth: 1,
        max_nodes: 10_000,
    };
    let felt = Walk { kinds: FELT_BY.to_vec(), depth: 3, ..callers.clone() };
    let mut times = (Vec::new(), Vec::new());
    for name in names.into_iter().filter(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')) {
        let asked = Asked::Name(name);
        let start = Instant::now();
        searcher.related_by_graph(&asked, &callers, 100)?;
        times.0.push(start.elapsed());
        let start = Instant::now();
        searcher.impact(&asked, &felt)?;
        times.1.push(start.elapsed());
    }
    Ok(times)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn last(times: &[Duration]) -> Duration {
    times.last().copied().unwrap_or_default()
}
