//! Vectors to search: made from a tree of code, or read from files.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use quarry_store::for_each_word;

/// Numbers of a vector that is made here: those of Quarry's own model.
const DIMENSION: usize = 256;
/// Different words that are told apart.
const N_WORDS: usize = 1 << 16;
/// Bytes of a piece of code, about.
const PIECE: usize = 1000;
/// Pieces are no longer cut when there are so many.
const MOST: usize = 1_000_000;
/// Pieces of a file, where files are not known.
const PER_FILE: usize = 12;
/// What the path and the whole file add to the vector of a piece.
const PATH_SHARE: f32 = 0.5;
const FILE_SHARE: f32 = 0.5;
const N_QUESTIONS: usize = 100;

pub(crate) struct Corpus {
    pub(crate) dimension: usize,
    pub(crate) questions: Vec<Vec<f32>>,
    /// Unit vectors, one after the other.
    numbers: Vec<f32>,
    /// Where each file's vectors begin, and the end of the last.
    starts: Vec<usize>,
}

impl Corpus {
    pub(crate) fn len(&self) -> usize {
        self.numbers.len() / self.dimension
    }

    pub(crate) fn vector(&self, place: usize) -> &[f32] {
        &self.numbers[place * self.dimension..][..self.dimension]
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = Range<usize>> {
        self.starts.windows(2).map(|pair| pair[0]..pair[1])
    }

    pub(crate) fn place(&self, file: usize, ordinal: usize) -> usize {
        self.starts[file] + ordinal
    }

    pub(crate) fn cosine(&self, question: &[f32], place: usize) -> f32 {
        dot(question, self.vector(place))
    }

    /// What the last chunk of an exact answer scores, of all chunks and of the best of each file, among the first vectors.
    pub(crate) fn least_scores(&self, question: &[f32], n_vectors: usize, limit: usize) -> [(usize, f32); 2] {
        let scores: Vec<f32> = (0..n_vectors).map(|place| self.cosine(question, place)).collect();
        let files = self.files().map(|file| file.start..file.end.min(n_vectors)).take_while(|file| !file.is_empty());
        let best = |file: Range<usize>| scores[file].iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let best_of_files: Vec<f32> = files.map(best).collect();
        [scores, best_of_files].map(|mut scores| {
            scores.sort_unstable_by(|a, b| b.total_cmp(a));
            scores.truncate(limit);
            (scores.len(), scores.last().copied().unwrap_or(f32::INFINITY))
        })
    }

    pub(crate) fn read(dimension: usize, vectors: &Path, questions: &Path) -> std::io::Result<Corpus> {
        let read = |path: &Path| -> std::io::Result<Vec<f32>> {
            Ok(fs_err::read(path)?.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
        };
        let mut numbers = read(vectors)?;
        numbers.chunks_exact_mut(dimension).for_each(normalise);
        let mut questions: Vec<Vec<f32>> = read(questions)?.chunks_exact(dimension).map(<[f32]>::to_vec).collect();
        questions.iter_mut().for_each(|question| normalise(question));
        let n_vectors = numbers.len() / dimension;
        let starts = (0..n_vectors).step_by(PER_FILE).chain([n_vectors]).collect();
        Ok(Corpus { dimension, questions, numbers, starts })
    }

    pub(crate) fn of_tree(root: &Path) -> std::io::Result<Corpus> {
        let mut paths = Vec::new();
        collect(root, &mut paths)?;
        // Mixed, so that a part of the tree is like the whole.
        paths.sort_by_key(|path| hash(&path.to_string_lossy()));
        let (mut pieces, mut path_bags, mut starts, mut comments) = (Vec::new(), Vec::new(), vec![0], Vec::new());
        for path in paths {
            let text = fs_err::read_to_string(&path).unwrap_or_default();
            if text.is_empty() {
                continue;
            }
            let mut start = 0;
            while start < text.len() && pieces.len() < MOST {
                let end = text.as_bytes().iter().skip(start + PIECE).position(|byte| *byte == b'\n');
                let end = end.map_or(text.len(), |further| start + PIECE + further + 1);
                pieces.push(bag(&text[start..end]));
                start = end;
            }
            path_bags.push(bag(&path.strip_prefix(root).unwrap_or(&path).to_string_lossy()));
            starts.push(pieces.len());
            comments.extend(text.lines().filter(|line| is_comment(line)).take(1).map(bag));
            if pieces.len() == MOST {
                break;
            }
        }
        let weights = weights(&pieces);
        let mut numbers = Vec::with_capacity(pieces.len() * DIMENSION);
        for (file, path) in starts.windows(2).zip(&path_bags) {
            let pieces: Vec<Vec<f32>> = pieces[file[0]..file[1]].iter().map(|bag| embedded(bag, &weights)).collect();
            let mut whole = vec![0.0; DIMENSION];
            pieces.iter().for_each(|piece| add(&mut whole, piece, 1.0));
            normalise(&mut whole);
            let path = embedded(path, &weights);
            for mut piece in pieces {
                add(&mut piece, &whole, FILE_SHARE);
                add(&mut piece, &path, PATH_SHARE);
                normalise(&mut piece);
                numbers.extend(piece);
            }
        }
        let step = (comments.len() / N_QUESTIONS).max(1);
        let questions = comments.iter().step_by(step).take(N_QUESTIONS).map(|bag| embedded(bag, &weights)).collect();
        Ok(Corpus { dimension: DIMENSION, questions, numbers, starts })
    }
}

fn collect(dir: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs_err::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != ".git" {
            collect(&entry.path(), paths)?;
        } else if kind.is_file() {
            paths.push(entry.path());
        }
    }
    Ok(())
}

/// A line that could be a question: a comment of several words.
fn is_comment(line: &str) -> bool {
    let text = line.trim_start();
    let words = text.trim_start_matches(['/', '*', '#', ' ']);
    words.len() < text.len() && !words.contains(['(', ';', '=', '/']) && (4..12).contains(&words.split(' ').count())
}

/// The words of a text, by number, and how often each occurs.
fn bag(text: &str) -> Vec<(u16, f32)> {
    let mut counts: HashMap<u16, f32> = HashMap::new();
    for_each_word(text, |word| *counts.entry((hash(word) % N_WORDS as u64) as u16).or_default() += 1.0);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(word, _)| *word);
    counts
}

/// Rare words count more.
fn weights(pieces: &[Vec<(u16, f32)>]) -> Vec<f32> {
    let mut n_found = vec![0.0f32; N_WORDS];
    pieces.iter().flatten().for_each(|(word, _)| n_found[usize::from(*word)] += 1.0);
    n_found.iter().map(|n_found| (1.0 + pieces.len() as f32 / (1.0 + n_found)).ln()).collect()
}

fn embedded(bag: &[(u16, f32)], weights: &[f32]) -> Vec<f32> {
    thread_local!(static WORDS: Vec<f32> = word_vectors());
    let mut vector = vec![0.0; DIMENSION];
    WORDS.with(|words| {
        for (word, count) in bag {
            let word = usize::from(*word);
            add(&mut vector, &words[word * DIMENSION..][..DIMENSION], (1.0 + count.ln()) * weights[word]);
        }
    });
    normalise(&mut vector);
    vector
}

/// Random vectors, of which the first numbers say more than the last, as in vectors of models.
fn word_vectors() -> Vec<f32> {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
    };
    (0..N_WORDS * DIMENSION)
        .map(|at| (random() + random() + random()) / (1.0 + (at % DIMENSION) as f32).powf(0.3))
        .collect()
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn add(sum: &mut [f32], values: &[f32], factor: f32) {
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

fn normalise(values: &mut [f32]) {
    let length = dot(values, values).sqrt();
    if length > 0.0 {
        values.iter_mut().for_each(|value| *value /= length);
    }
}

/// In eight sums, so that it is compiled to vector instructions.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.chunks(8).zip(b.chunks(8)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}
