//! `cargo xtask kills`: the promise that a killed process never leaves an index that opens wrong, put to the test.
//!
//! Indexing is killed (SIGKILL) at random moments: while the first index is made, while a few or many edited files are
//! taken in, while everything is rebuilt. After every kill the index must open and answer, or say that nothing was ever
//! committed. At the end a run goes through, and its hits must be those of an index made in one go.

mod binary;
mod random;
mod tree;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use binary::{Opened, Quarry};
use random::Random;
use tree::Tree;

/// Latest kill, in times of what the run takes alone: the commit comes last and must be hit, too, also when a run is slow.
const LATEST: f64 = 1.3;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How often to kill.
    #[arg(long, default_value_t = 300)]
    times: usize,
    /// The tree to index; a copy of it is edited.
    #[arg(long, value_name = "DIR")]
    root: PathBuf,
    /// The binary [default: target/release/quarry].
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Where the sequence of random numbers begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Asked at the end, and one after every kill.
    #[arg(long = "query", value_name = "TEXT", default_values = ["open file", "parse settings", "error", "main loop"])]
    queries: Vec<String>,
}

/// What is going on when the kill comes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The first index is made.
    First,
    /// Everything is indexed again, over an index that stays readable.
    Rebuild,
    /// So many edited files are taken in.
    Update(usize),
}

/// What came of all kills.
#[derive(Debug, Default)]
struct Counts {
    n_killed: usize,
    n_finished: usize,
    n_opened: usize,
    n_no_index: usize,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let binary = args.binary.clone().unwrap_or_else(|| root.join("target/release/quarry"));
    ensure!(binary.exists(), "{} is missing: run `cargo build --release`", binary.display());
    let temporary = tempfile::tempdir()?;
    let mut tree = Tree::copy(&args.root, &temporary.path().join("tree"))?;
    let top = tree.root.clone();
    let quarry = |name: &str| Quarry { binary: &binary, home: temporary.path().join(name), tree: &top };
    let mut random = Random::new(args.seed);
    let kinds = durations(&quarry("timing"), &mut tree, &mut random)?;
    println!("{} files", tree.n_files());
    for (kind, duration) in &kinds {
        println!("  {kind:?}: {duration:.2?} when left alone");
    }

    let killed = quarry("killed");
    let mut counts = Counts::default();
    let mut before = Opened::NoIndex;
    for number in 1..=args.times {
        let (kind, duration) = kinds[random.below(kinds.len())];
        before = make_ready(&killed, kind, before)?;
        let delay = duration.mul_f64(random.share() * LATEST);
        let was_killed = kill_after(&killed, &mut tree, &mut random, (kind, delay))
            .with_context(|| format!("run {number}: {kind:?}"))?;
        if !was_killed {
            before = Opened::Yes;
        }
        *(if was_killed { &mut counts.n_killed } else { &mut counts.n_finished }) += 1;
        let after = || format!("after run {number}: {kind:?}, killed at {delay:.3?}");
        match (before, killed.status().with_context(after)?) {
            (Opened::Yes, Opened::NoIndex) => bail!("{}: the index is gone", after()),
            (Opened::NoIndex, Opened::NoIndex) => counts.n_no_index += 1,
            (_, Opened::Yes) => {
                before = Opened::Yes;
                counts.n_opened += 1;
                killed.hits(&args.queries[number % args.queries.len()]).with_context(after)?;
            }
        }
        if number.is_multiple_of(50) {
            println!("{number} of {}: {counts:?}", args.times);
        }
    }

    killed.index().context("the last run")?;
    let fresh = quarry("fresh");
    fresh.index()?;
    for query in &args.queries {
        ensure!(killed.hits(query)? == fresh.hits(query)?, "`{query}` is answered unlike from a fresh index");
    }
    println!(
        "{} runs: {} killed, {} done before their kill; afterwards {} opened, {} had committed nothing, 0 damaged. \
         {} questions answered as from a fresh index.",
        args.times,
        counts.n_killed,
        counts.n_finished,
        counts.n_opened,
        counts.n_no_index,
        args.queries.len()
    );
    Ok(())
}

/// A first index needs an empty home, the other kinds an index to change. Gives what there is now.
fn make_ready(quarry: &Quarry<'_>, kind: Kind, before: Opened) -> Result<Opened> {
    match (kind, before) {
        (Kind::First, _) => {
            if quarry.home.exists() {
                fs_err::remove_dir_all(&quarry.home)?;
            }
            Ok(Opened::NoIndex)
        }
        (Kind::Rebuild | Kind::Update(_), Opened::NoIndex) => {
            quarry.index()?;
            Ok(Opened::Yes)
        }
        (Kind::Rebuild | Kind::Update(_), Opened::Yes) => Ok(Opened::Yes),
    }
}

/// How long each kind of run takes when nobody kills it.
fn durations(quarry: &Quarry<'_>, tree: &mut Tree, random: &mut Random) -> Result<Vec<(Kind, Duration)>> {
    let n_files = tree.n_files();
    let kinds =
        [Kind::First, Kind::Rebuild, Kind::Update(1), Kind::Update(n_files / 10 + 1), Kind::Update(n_files / 2 + 1)];
    let mut timed = Vec::new();
    for kind in kinds {
        let flags = prepare(kind, tree, random)?;
        let start = Instant::now();
        ensure!(quarry.start(flags)?.wait()?.success(), "{kind:?} fails without any kill");
        timed.push((kind, start.elapsed()));
    }
    Ok(timed)
}

/// Edits what the run is to find, and gives the flags of the run.
fn prepare(kind: Kind, tree: &mut Tree, random: &mut Random) -> Result<&'static [&'static str]> {
    Ok(match kind {
        Kind::First => &[],
        Kind::Rebuild => &["--rebuild"],
        Kind::Update(n_files) => {
            tree.edit(n_files, random)?;
            &[]
        }
    })
}

/// Runs and kills. `false` if the run was done before; a run that fails on its own is an error.
fn kill_after(
    quarry: &Quarry<'_>,
    tree: &mut Tree,
    random: &mut Random,
    (kind, delay): (Kind, Duration),
) -> Result<bool> {
    let mut process = quarry.start(prepare(kind, tree, random)?)?;
    std::thread::sleep(delay);
    process.kill()?;
    let status = process.wait()?;
    match status.code() {
        None => Ok(true),
        Some(0) => Ok(false),
        Some(code) => bail!("indexing failed by itself with exit code {code}"),
    }
}
