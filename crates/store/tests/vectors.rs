//! Recall by vector against the plainest way to do it: every live chunk, cosines in `f64`, one sort.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect;
use proptest::prelude::*;
use quarry_source::Language;
use quarry_store::{Filter, Manifest, PerFile, QuantisedVector, ScoredChunk, Snapshot, VectorQuery, WriterSize};

#[path = "support/sample.rs"]
mod sample;

use sample::{Filling, SHOP};

/// Rounding a vector to bytes moves its cosine with another by less than this.
const ROUNDING: f64 = 0.01;

/// Files by path, each with the vectors of its chunks.
type Files = BTreeMap<String, Vec<Option<Vec<f32>>>>;

/// Puts a file whose chunks have these vectors.
fn put(filling: &mut Filling, path: &str, vectors: &[Option<Vec<f32>>]) {
    let text: Vec<String> = (0..vectors.len()).map(|number| format!("chunk {number}\n")).collect();
    let vectors: Vec<_> = vectors.iter().map(|vector| QuantisedVector::of(vector.as_ref()?)).collect();
    filling.put_with(path, &text.join("\n"), &vectors);
}

fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// Path, ordinal and cosine of every chunk that may be found, best first.
fn naive<'a>(files: &'a Files, vector: &[f32], wants: impl Fn(&str) -> bool) -> Vec<(&'a str, u32, f64)> {
    let mut found = Vec::new();
    for (path, vectors) in files.iter().filter(|(path, _)| wants(path)) {
        for (ordinal, stored) in vectors.iter().enumerate() {
            let stored = stored.as_ref().filter(|stored| stored.iter().any(|value| *value != 0.0));
            found.extend(stored.map(|stored| (path.as_str(), ordinal as u32, cosine(vector, stored))));
        }
    }
    found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(b.0)).then(a.1.cmp(&b.1)));
    found
}

/// The answer is that of the plain way, but for chunks whose cosines differ by less than rounding.
fn agree(files: &Files, snapshot: &Snapshot, query: &VectorQuery<'_>, filter: &Filter) -> Result<(), TestCaseError> {
    let found = snapshot.recall_by_vector(query, filter).expect("an answer");
    let wants = |path: &str| snapshot.manifest().file(path).is_some_and(|record| filter.wants_file(record));
    let naive = naive(files, query.vector, wants);
    let mut n_of_file: BTreeMap<&str, usize> = BTreeMap::new();
    let capped: Vec<_> = naive
        .iter()
        .filter(|(path, ..)| {
            let n_taken = n_of_file.entry(path).or_default();
            *n_taken += 1;
            !matches!(query.per_file, PerFile::AtMost(most) if *n_taken > most)
        })
        .take(query.limit)
        .collect();
    prop_assert_eq!(found.len(), capped.len());
    for (chunk, (_, _, right)) in found.iter().zip(&capped) {
        let path = snapshot.record(chunk.file).expect("a live file").path.as_str();
        let own = naive.iter().find(|(other, ordinal, _)| *other == path && *ordinal == chunk.ordinal);
        let (_, _, own) = own.expect("a wanted chunk");
        prop_assert!((f64::from(chunk.score) - own).abs() < ROUNDING, "{path}: {} for {own}", chunk.score);
        prop_assert!((own - right).abs() < 2.0 * ROUNDING, "{path}: {own} where {right} is right");
    }
    let key = |chunk: &ScoredChunk| (snapshot.record(chunk.file).map(|record| record.path.clone()), chunk.ordinal);
    let in_order = |a: &ScoredChunk, b: &ScoredChunk| a.score > b.score || (a.score == b.score && key(a) < key(b));
    prop_assert!(found.is_sorted_by(in_order), "score, path, place: {found:?}");
    Ok(())
}

/// A change of an index: a file is put or removed, or what was done so far is committed.
#[derive(Clone, Debug)]
enum Change {
    Put(u8, Vec<Option<Vec<f32>>>),
    Remove(u8),
    Commit,
}

fn path(number: u8) -> String {
    format!("dir{}/file{number}.{}", number % 3, if number.is_multiple_of(2) { "rs" } else { "py" })
}

const DIMENSION: usize = 20;

fn vector() -> impl Strategy<Value = Vec<f32>> {
    // Few values, so that equal vectors and vectors of zeros come about.
    prop_oneof![
        prop::collection::vec(-1.0f32..1.0, DIMENSION),
        (0usize..DIMENSION).prop_map(|at| (0..DIMENSION).map(|other| f32::from(u8::from(other == at))).collect()),
        Just(vec![0.0; DIMENSION]),
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let vectors = prop::collection::vec(prop::option::weighted(0.9, vector()), 1..6);
    prop_oneof![
        6 => (0u8..12, vectors).prop_map(|(file, vectors)| Change::Put(file, vectors)),
        2 => (0u8..12).prop_map(Change::Remove),
        1 => Just(Change::Commit),
    ]
}

fn made(dir: &Path, size: WriterSize, changes: &[Change]) -> (Files, Snapshot) {
    let mut files = Files::new();
    let mut filling = Filling::open(dir, size, Manifest::default());
    for change in changes {
        match change {
            Change::Put(file, vectors) => {
                put(&mut filling, &path(*file), vectors);
                files.insert(path(*file), vectors.clone());
            }
            Change::Remove(file) => {
                filling.remove(&path(*file));
                files.remove(&path(*file));
            }
            Change::Commit => filling.commit(),
        }
    }
    filling.commit();
    filling.writer.finish().expect("merges end");
    (files, Snapshot::open(dir).expect("an index"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn an_answer_is_that_of_the_plain_way(
        changes in prop::collection::vec(change(), 1..60),
        question in vector(), limit in 0usize..30, most in 0usize..3, threads in 0usize..3, filtered: bool,
    ) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let size = if threads == 0 { WriterSize::Update } else { WriterSize::Bulk { threads } };
        let (files, snapshot) = made(dir.path(), size, &changes);
        let per_file = if most == 0 { PerFile::Unlimited } else { PerFile::AtMost(most) };
        let query = VectorQuery { vector: &question, limit, per_file };
        let languages = if filtered { vec![Language::new("rust")] } else { Vec::new() };
        let filter = Filter { languages, ..Filter::default() };
        if question.iter().all(|value| *value == 0.0) {
            prop_assert_eq!(snapshot.recall_by_vector(&query, &filter).expect("an answer"), []);
        } else {
            agree(&files, &snapshot, &query, &filter)?;
        }
    }
}

/// An index of the shop, whose vectors count words.
fn shop() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    SHOP.iter().for_each(|(path, text)| filling.put(path, text));
    filling.commit();
    dir
}

fn open(dir: &Path) -> Snapshot {
    Snapshot::open(dir).expect("an index")
}

#[test]
fn a_question_of_another_dimension_is_refused() {
    let dir = shop();
    let query = VectorQuery { vector: &[1.0, 2.0], limit: 10, per_file: PerFile::Unlimited };
    let refused = open(dir.path()).recall_by_vector(&query, &Filter::default()).expect_err("another dimension");
    expect!["cannot read vectors from the index: they have 24 dimensions, the question has 2"]
        .assert_eq(&refused.to_string());
}

#[test]
fn a_question_without_direction_finds_nothing() {
    let dir = shop();
    for vector in [[0.0; 24], [f32::NAN; 24], [f32::INFINITY; 24]] {
        let query = VectorQuery { vector: &vector, limit: 10, per_file: PerFile::Unlimited };
        assert_eq!(open(dir.path()).recall_by_vector(&query, &Filter::default()).expect("an answer"), []);
    }
}

#[test]
fn an_index_without_vectors_has_no_dimension_and_finds_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    filling.put_with("a.rs", "some text\n", &[]);
    filling.commit();
    let query = VectorQuery { vector: &[1.0, 2.0], limit: 10, per_file: PerFile::Unlimited };
    assert_eq!(open(dir.path()).recall_by_vector(&query, &Filter::default()).expect("an answer"), []);
}
