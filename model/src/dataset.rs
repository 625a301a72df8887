//! The file of pairs, read into memory: what is trained on, and what is held back to measure.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use quarry_models::Vocabulary;

use crate::bags::Bags;
use crate::pair::{Kind, PairLine};

/// One package in so many is never trained on.
const HELD_BACK_EVERY: u8 = 50;
/// Doc pairs that are measured.
pub(crate) const N_HELD_OUT: usize = 4024;

/// Bags of every pair, in the order of the file.
#[derive(Default)]
pub(crate) struct Dataset {
    pub(crate) questions: Bags,
    pub(crate) codes: Bags,
    pub(crate) paths: Bags,
    pub(crate) enclosing: Bags,
}

impl Dataset {
    fn push(&mut self, vocabulary: &Vocabulary<'_>, pair: &PairLine<'_>, question: &str) {
        self.questions.push(vocabulary, question);
        self.codes.push(vocabulary, pair.code);
        self.paths.push(vocabulary, pair.path);
        self.enclosing.push(vocabulary, pair.enclosing);
    }

    pub(crate) fn len(&self) -> usize {
        self.questions.len()
    }
}

/// Pairs to learn from, and doc pairs of packages that are not among them, in bags and in words.
pub(crate) struct Split {
    pub(crate) training: Dataset,
    pub(crate) held_out: Dataset,
    pub(crate) held_out_words: Vec<(String, String)>,
}

/// The most frequent words of the pairs, most frequent first.
pub(crate) fn frequent_words(pairs: &Path, most: usize) -> anyhow::Result<Vec<String>> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for_each_pair(pairs, |pair| {
        for words in [pair.question, pair.path, pair.code] {
            for word in words.split(' ').filter(|word| !word.is_empty()) {
                match counts.get_mut(word) {
                    Some(count) => *count += 1,
                    None => drop(counts.insert(word.to_owned(), 1)),
                }
            }
        }
    })?;
    let mut words: Vec<(String, u32)> = counts.into_iter().filter(|(_, count)| *count > 3).collect();
    words.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    words.truncate(most);
    Ok(words.into_iter().map(|(word, _)| word).collect())
}

/// Reads pairs; `keeps` chooses the ones to learn from.
pub(crate) fn read(
    pairs: &Path,
    vocabulary: &Vocabulary<'_>,
    keeps: impl Fn(&PairLine<'_>, u64) -> bool,
) -> anyhow::Result<Split> {
    let mut split = Split { training: Dataset::default(), held_out: Dataset::default(), held_out_words: Vec::new() };
    let mut number = 0;
    for_each_pair(pairs, |pair| {
        number += 1;
        if is_held_back(pair.package) {
            if pair.kind == Kind::Doc && split.held_out.len() < N_HELD_OUT && chance(number).is_multiple_of(4) {
                split.held_out.push(vocabulary, &pair, pair.question);
                split.held_out_words.push((pair.question.to_owned(), pair.code.to_owned()));
            }
        } else if keeps(&pair, chance(number)) {
            split.training.push(vocabulary, &pair, &as_asked(pair.question, number));
        }
    })?;
    Ok(split)
}

/// People put questions around what they look for. One pair in six learns that these words mean nothing.
fn as_asked(question: &str, number: u64) -> String {
    const FRAMES: [&str; 12] = [
        "how does work",
        "how is implemented",
        "where is",
        "where are handled",
        "what handles",
        "which function",
        "find the code that",
        "how do",
        "where is defined",
        "what is responsible for",
        "show me the implementation of",
        "how can the be used",
    ];
    match chance(number ^ 0x5EED) {
        chance if chance.is_multiple_of(6) => format!("{} {question}", FRAMES[(chance / 6) as usize % FRAMES.len()]),
        _ => question.to_owned(),
    }
}

fn is_held_back(package: &str) -> bool {
    let name = package.split_once('/').map_or(package, |(_, name)| name);
    let name = name.split('-').next().unwrap_or(name);
    blake3::hash(name.as_bytes()).as_bytes()[0].is_multiple_of(HELD_BACK_EVERY)
}

/// Chance that is the same every time.
pub(crate) fn chance(number: u64) -> u64 {
    let mut state = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

fn for_each_pair(path: &Path, mut show: impl FnMut(PairLine<'_>)) -> anyhow::Result<()> {
    use std::io::BufRead;
    let mut file = std::io::BufReader::with_capacity(1 << 20, fs_err::File::open(path)?);
    let mut line = String::new();
    while file.read_line(&mut line)? > 0 {
        let pair = PairLine::read(line.trim_end_matches('\n'));
        show(pair.with_context(|| format!("{}: a line is not a pair: {line}", path.display()))?);
        line.clear();
    }
    Ok(())
}
