//! Indexing against its physical limit: reading and parsing the same files with the same threads.
//!
//! `cargo bench -p quarry-engine --bench index_speed -- ROOT [--no-gitignore] [--no-model] [--rounds N] [--only limit|index]`
//!
//! Both are measured in turn in one run and compared as a ratio, because the machine's speed varies from run to run; the limit in a
//! process of its own, where tree-sitter is used as it comes (`quarry_parse::parse_only`). The ratio is given with the code graph and
//! without; with `--no-model` there are no vectors either, so that what is left is chunks, symbols and postings. Where other guests
//! take their share of the machine, the ratio of CPU times (on Linux) says more than that of times: what they take is not counted in
//! it. With `--only` one of the two runs alone, for profilers and for the peak memory of the process.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use quarry_engine::{Engine, IndexReport, Languages, Mode, ModelProvider, Quiet, Settings, discover};

// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How Linux counts CPU time for users, on every machine that Quarry runs on.
const TICKS_PER_SECOND: f64 = 100.0;

type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments = quarry_test_support::of_bench();
    let value =
        |flag: &str| arguments.iter().rposition(|argument| argument == flag).and_then(|at| arguments.get(at + 1));
    let Some(root) = arguments.first().filter(|argument| !argument.starts_with("--")) else {
        println!("index_speed: name a directory to index: cargo bench -p quarry-engine --bench index_speed -- ROOT");
        return Ok(());
    };
    let root = fs_err::canonicalize(root)?;
    let mut settings = Settings::load(&root)?;
    settings.index.gitignore &= !arguments.iter().any(|argument| argument == "--no-gitignore");
    if arguments.iter().any(|argument| argument == "--no-model") {
        settings.model.provider = ModelProvider::None;
    }
    // The last one counts: whoever asks for the limit says so behind all that was typed.
    let rounds: usize = value("--rounds").map_or(Ok(3), |rounds| rounds.parse())?;
    let only = value("--only").map(String::as_str);
    let (mut ratios, mut without_graph, mut of_cpu) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=rounds {
        let limit = match only {
            Some("index") => None,
            Some(_) => Some(read_and_parse(&root, &settings)?),
            // Here tree-sitter has the memory of an index, with which it is faster: the limit is tree-sitter as it comes.
            None => Some(limit_by_another_process(&arguments)?),
        };
        let start = cpu_seconds();
        let index = if only == Some("limit") { None } else { Some(index(&root, &settings)?) };
        let index_cpu = cpu_seconds() - start;
        if let (Some(limit), Some(index)) = (&limit, &index) {
            ratios.push(index.elapsed.as_secs_f64() / limit.elapsed.as_secs_f64());
            let without = index.elapsed - index.linking;
            without_graph.push(without.as_secs_f64() / limit.elapsed.as_secs_f64());
            // The graph keeps as many cores busy as the rest.
            let share = without.as_secs_f64() / index.elapsed.as_secs_f64();
            of_cpu.extend((limit.cpu_seconds > 0.0).then(|| index_cpu * share / limit.cpu_seconds));
        }
        let elapsed = limit.map(|limit| limit.elapsed);
        let (all, graph) = index.map(|report| (report.elapsed, report.linking)).unzip();
        println!("round {round}: read and parse {elapsed:.2?}, index {all:.2?}, of it the graph {graph:.2?}");
    }
    let all = [
        ("index", &mut ratios),
        ("index without the graph", &mut without_graph),
        ("CPU time of index without the graph", &mut of_cpu),
    ];
    for (what, ratios) in all {
        ratios.sort_by(f64::total_cmp);
        if let Some(median) = ratios.get(ratios.len() / 2) {
            println!("{what} / (read + parse): median {median:.2}, all {ratios:.2?}");
        }
    }
    println!("peak memory of this process: {}", peak_memory());
    Ok(())
}

/// What it takes to read and parse alone.
struct Limit {
    elapsed: Duration,
    cpu_seconds: f64,
}

/// The limit, measured by this program in a process of its own.
fn limit_by_another_process(arguments: &[String]) -> Result<Limit, Failure> {
    let mut limit = Command::new(std::env::current_exe()?);
    let answer = limit.args(arguments).args(["--rounds", "1", "--only", "limit"]).output()?;
    let answer = String::from_utf8(answer.stdout)?;
    let line = answer.lines().find_map(|line| line.trim().strip_prefix(LIMIT)).ok_or("the limit was not measured")?;
    let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [elapsed, cpu_seconds] = numbers[..] else { return Err(format!("not a limit: {line}").into()) };
    Ok(Limit { elapsed: Duration::from_secs_f64(elapsed), cpu_seconds })
}

/// What the line with both numbers of a limit begins with.
const LIMIT: &str = "limit, seconds and CPU seconds:";

/// Reads every file that would be indexed and makes its syntax tree, nothing else.
#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn read_and_parse(root: &Path, settings: &Settings) -> Result<Limit, Failure> {
    let (start, cpu_before) = (Instant::now(), cpu_seconds());
    let found = discover(root, &settings.index)?;
    let languages = Languages::default();
    let next = AtomicUsize::new(0);
    let (n_bytes, n_parsed) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(file) = found.files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Ok(bytes) = fs_err::read(file.absolute(root)) else { continue };
            n_bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            let text = String::from_utf8_lossy(&bytes);
            n_parsed.fetch_add(usize::from(quarry_parse::parse_only(&languages, &file.path, &text)), Ordering::Relaxed);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let limit = Limit { elapsed: start.elapsed(), cpu_seconds: cpu_seconds() - cpu_before };
    println!("  {LIMIT} {:.3} {:.2}", limit.elapsed.as_secs_f64(), limit.cpu_seconds);
    println!(
        "  {} files, {} parsed, {:.1} MB, {threads} threads",
        found.files.len(),
        n_parsed.into_inner(),
        n_bytes.into_inner() as f64 / 1e6
    );
    Ok(limit)
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn index(root: &Path, settings: &Settings) -> Result<IndexReport, Failure> {
    let home = tempfile::tempdir()?;
    let engine = Engine::new(root, home.path(), settings.clone());
    let report = engine.index(Mode::Changed, &Quiet)?;
    let status = engine.status()?;
    let mib = status.n_bytes as f64 / (1 << 20) as f64;
    println!("  {} files, {} chunks, {mib:.1} MiB on disk", status.manifest.files.len(), status.manifest.n_chunks());
    Ok(report)
}

/// Seconds that this process has spent on all cores; 0 where the system does not say.
fn cpu_seconds() -> f64 {
    let stat = fs_err::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name of the program, which may hold blanks: own and system time.
    let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
    let ticks = behind.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_PER_SECOND
}

fn peak_memory() -> String {
    let status = fs_err::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map_or("unknown", |line| line.trim_start_matches("VmHWM:").trim()).to_owned()
}
