//! The file of pairs -> the model file.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use quarry_models::{ModelFile, Vocabulary, pack_vocabulary};

use crate::dataset::{self, chance};
use crate::held_out;
use crate::pair::Kind;
use crate::table::Table;
use crate::trainer::{self, Recipe};

/// Known words: what fits into 16 MB.
pub(crate) const N_WORDS: usize = 53_000;

/// Every choice of a training; the defaults made the shipped model.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Choices {
    /// Known words.
    #[arg(long, default_value_t = N_WORDS)]
    pub(crate) words: usize,
    /// Rows shared by unknown words.
    #[arg(long, default_value_t = 4_096)]
    pub(crate) hashed: usize,
    /// Numbers per vector.
    #[arg(long, default_value_t = 256)]
    pub(crate) dimension: usize,
    /// Pairs that are told from each other in one step.
    #[arg(long, default_value_t = 1024)]
    pub(crate) batch: usize,
    /// Neighbouring pairs of a package that come into a batch together: the hardest wrong answers are near by.
    #[arg(long, default_value_t = 4)]
    pub(crate) neighbours: usize,
    /// Times every pair is seen.
    #[arg(long, default_value_t = 1.0)]
    pub(crate) epochs: f64,
    #[arg(long, default_value_t = 1e-3)]
    pub(crate) rate: f32,
    #[arg(long, default_value_t = 0.05)]
    pub(crate) temperature: f32,
    /// Weight of the path beside the code.
    #[arg(long, default_value_t = 0.5)]
    pub(crate) path: f32,
    /// Weight of the enclosing names beside the code.
    #[arg(long, default_value_t = 0.5)]
    pub(crate) enclosing: f32,
    /// How often, in 256, path and enclosing names are shown.
    #[arg(long, default_value_t = 128)]
    pub(crate) parts_in_256: u64,
    /// Share of the pairs that is learned from, in percent.
    #[arg(long, default_value_t = 55)]
    pub(crate) percent: u64,
    /// Share of a kind of pairs, in percent: `--keep name=50`. May be repeated.
    #[arg(long, value_parser = parse_share)]
    pub(crate) keep: Vec<(Kind, u64)>,
    /// Vectors of words to start from, one per line: the word, a tab, its numbers. Made by `model/teacher`.
    #[arg(long)]
    pub(crate) start: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

fn parse_share(text: &str) -> Result<(Kind, u64), String> {
    let (kind, share) = text.split_once('=').ok_or("write KIND=PERCENT")?;
    let kind = Kind::from_name(kind).ok_or_else(|| format!("no kind of pair is called {kind}"))?;
    Ok((kind, share.parse().map_err(|error| format!("{share}: {error}"))?))
}

pub(crate) fn run(pairs: &Path, out: &Path, choices: &Choices) -> anyhow::Result<()> {
    let started = Instant::now();
    let words = dataset::frequent_words(pairs, choices.words)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [slots, ends, text] = pack_vocabulary(&words);
    let vocabulary =
        Vocabulary::from_parts(&slots, &ends, &text, choices.hashed as u32).context("no words in the pairs")?;
    let share_of = |kind| choices.keep.iter().find(|(kept, _)| *kept == kind).map_or(100, |(_, share)| *share);
    let split = dataset::read(pairs, &vocabulary, |pair, dice| {
        dice % 100 < choices.percent && (dice >> 20) % 100 < share_of(pair.kind)
    })?;
    println!(
        "{} pairs to learn from, {} held back, read in {:.0?}",
        split.training.len(),
        split.held_out.len(),
        started.elapsed()
    );
    println!("pairs held back, by BM25: {}", held_out::by_bm25(&split.held_out_words));
    let mut table = Table::random(vocabulary.n_rows() as usize, words.len(), choices.dimension, choices.seed << 40);
    if let Some(start) = &choices.start {
        let n_started = table.start_from(&words, &fs_err::read_to_string(start)?)?;
        println!("{n_started} of {} words start from {}", words.len(), start.display());
    }
    let recipe = Recipe {
        temperature: choices.temperature,
        path: choices.path,
        enclosing: choices.enclosing,
        parts_in_256: choices.parts_in_256,
    };
    let n_batches = split.training.len() / choices.batch;
    let n_steps = ((n_batches as f64) * choices.epochs) as usize;
    let (mut loss, mut order) = (0.0, Vec::new());
    let training = Instant::now();
    for number in 0..n_steps {
        if number % n_batches == 0 {
            order = shuffled(split.training.len(), choices.neighbours, choices.seed + (number / n_batches) as u64);
        }
        let start = number % n_batches * choices.batch;
        let batch = &order[start..start + choices.batch];
        loss += trainer::step(&mut table, &split.training, batch, &recipe, choices.rate * schedule(number, n_steps));
        if (number + 1) % 200 == 0 || number + 1 == n_steps {
            println!("step {} of {n_steps}, loss {:.3}, {:.0?}", number + 1, loss / 200.0, training.elapsed());
            loss = 0.0;
        }
        if (number + 1) % 1000 == 0 || number + 1 == n_steps {
            println!("pairs held back, by the model: {}", held_out::by_model(&table, &split.held_out));
        }
    }
    let bytes = ModelFile::pack(&words, table.rows(), choices.dimension);
    let hash = ModelFile::open(&bytes).context("the packed model cannot be read")?.hash;
    fs_err::write(out, &bytes)?;
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{}: {} bytes, content {hash}, {:.0?} in all", out.display(), bytes.len(), started.elapsed());
    Ok(())
}

/// Warm up over the first steps, then fall evenly to nothing.
fn schedule(number: usize, n_steps: usize) -> f32 {
    let warm = (number + 1) as f32 / (n_steps as f32 * 0.05).clamp(1.0, 200.0);
    let left = (n_steps - number) as f32 / n_steps as f32;
    warm.min(1.0) * left
}

/// All pairs in a chance order, `neighbours` of them staying together.
fn shuffled(n: usize, neighbours: usize, seed: u64) -> Vec<u32> {
    let mut blocks: Vec<usize> = (0..n.div_ceil(neighbours)).collect();
    for index in (1..blocks.len()).rev() {
        let other = chance(seed.wrapping_mul(0x1_0000_0001) ^ index as u64) % (index as u64 + 1);
        blocks.swap(index, other as usize);
    }
    let pairs = blocks.into_iter().flat_map(|block| block * neighbours..((block + 1) * neighbours).min(n));
    pairs.map(|pair| pair as u32).collect()
}
