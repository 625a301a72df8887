//! Recall of the best 100 files by keyword, and a whole search with each of its stages, on one open index.
//!
//! `cargo bench -p quarry-engine --bench recall_speed -- ROOT [--no-gitignore] [--home DIR] [--rounds N]`
//!
//! The questions are four to six neighbouring words of doc comments of the repository itself, so that they are as common
//! and as rare as its words are. Recall is timed with the terms that a search would ask for, stop words left out, and with
//! every word of the question. With `--home` the index is kept for the next run. With `--rounds` whole searches are done so
//! many times, for a profiler; the last round is reported.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use quarry_engine::{Engine, Mode, Plan, Quiet, SearchRequest, Settings, Stages};
use quarry_store::{Filter, KeywordQuery, PerFile, Snapshot, WeightedTerm, words};

const N_QUESTIONS: usize = 1000;
/// Every so many files one is asked for words.
const N_SAMPLED_FILES: usize = 4000;
/// Recalled by default before ranking.
const DEPTH: usize = 100;

// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn main() -> Result<(), Failure> {
    let arguments = quarry_test_support::of_bench();
    let Some(root) = arguments.first().filter(|argument| !argument.starts_with("--")) else {
        println!("recall_speed: name a directory: cargo bench -p quarry-engine --bench recall_speed -- ROOT");
        return Ok(());
    };
    let temporary = tempfile::tempdir()?;
    let behind =
        |name: &str| Some(arguments.get(arguments.iter().position(|argument| argument == name)? + 1)?.as_str());
    let home = behind("--home").map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    let n_rounds: usize = behind("--rounds").unwrap_or("1").parse()?;
    let root = fs_err::canonicalize(root)?;
    let mut settings = Settings::load(&root)?;
    settings.index.gitignore &= !arguments.iter().any(|argument| argument == "--no-gitignore");
    let engine = Engine::new(&root, &home, settings);
    engine.index(Mode::Changed, &Quiet)?;

    let start = Instant::now();
    let snapshot = Snapshot::open(engine.index_dir())?;
    println!("{} chunks, opened in {:.2?}", snapshot.manifest().n_chunks(), start.elapsed());
    let questions = questions(&snapshot)?;
    let project = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plan = |question: &str| Plan::for_query(question, &project, &engine.settings().keyword).terms;
    let all = |question: &str| words(question).into_iter().map(|term| WeightedTerm { term, weight: 1.0 }).collect();
    report("recall, best 100 files, terms of the plan", &mut recalls(&engine, &snapshot, &questions, plan)?);
    report("recall, best 100 files, every word", &mut recalls(&engine, &snapshot, &questions, all)?);
    let Searches { mut totals, stages, mut n_candidates } = searches(&engine, &questions, n_rounds)?;
    report("whole search, 10 hits", &mut totals);
    let stage = |name: &str, time: fn(&Stages) -> Duration| {
        report(&format!("  {name}"), &mut stages.iter().map(time).collect::<Vec<_>>());
    };
    stage("plan", |stages| stages.plan);
    stage("recall", |stages| stages.recall);
    stage("rank", |stages| stages.rank);
    stage("fetch", |stages| stages.fetch);
    stage("expand", |stages| stages.expand);
    n_candidates.sort_unstable();
    println!("  files ranked: median {}", n_candidates.get(n_candidates.len() / 2).copied().unwrap_or_default());
    Ok(())
}

fn recalls(
    engine: &Engine,
    snapshot: &Snapshot,
    questions: &[String],
    terms: impl Fn(&str) -> Vec<WeightedTerm>,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let query = KeywordQuery {
            terms: terms(question),
            fields: (&engine.settings().keyword.fields).into(),
            k1: engine.settings().keyword.k1,
            limit: DEPTH,
            per_file: PerFile::AtMost(1),
        };
        let start = Instant::now();
        let found = snapshot.keyword_scorer(query)?.best_chunks(&Filter::default())?;
        times.push(start.elapsed());
        std::hint::black_box(found);
    }
    Ok(times)
}

/// Whole searches, question by question.
#[derive(Default)]
struct Searches {
    totals: Vec<Duration>,
    stages: Vec<Stages>,
    n_candidates: Vec<usize>,
}

/// Explained, because explanations hold the times of the stages; what they cost themselves is in none of the times.
fn searches(engine: &Engine, questions: &[String], n_rounds: usize) -> Result<Searches, Failure> {
    let searcher = engine.open()?;
    for question in (1..n_rounds).flat_map(|_| questions) {
        searcher.search(&SearchRequest { query: question.clone(), ..SearchRequest::default() })?;
    }
    let mut searches = Searches::default();
    for question in questions {
        let request = SearchRequest { query: question.clone(), explain: true, ..SearchRequest::default() };
        let response = searcher.search(&request)?;
        searches.totals.push(response.elapsed);
        if let Some(explanation) = response.explanation {
            searches.stages.push(explanation.stages);
            searches.n_candidates.push(explanation.candidates.len());
        }
    }
    Ok(searches)
}

/// Runs of four to six words from doc comments, spread over the repository, the same every time.
fn questions(snapshot: &Snapshot) -> Result<Vec<String>, Failure> {
    let files = &snapshot.manifest().files;
    let mut questions = Vec::new();
    for record in files.iter().step_by((files.len() / N_SAMPLED_FILES).max(1)) {
        let Some(file) = snapshot.file(record.path.as_str())? else { continue };
        let docs = file.catalog.symbols.iter().filter(|symbol| !symbol.doc.is_empty());
        for symbol in docs.take(2) {
            let doc: Vec<&str> = symbol.doc.split_whitespace().filter(|word| word.len() > 2).collect();
            let length = 4 + questions.len() % 3;
            if let Some(run) = doc.windows(length).nth(questions.len() % 5) {
                questions.push(run.join(" "));
            }
        }
        if questions.len() >= N_QUESTIONS {
            break;
        }
    }
    Ok(questions)
}

#[expect(clippy::print_stdout, reason = "a benchmark prints")]
fn report(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!("{what}: {} questions, median {:.2?}, 99 % within {:.2?}", times.len(), at(0.5), at(0.99));
}
