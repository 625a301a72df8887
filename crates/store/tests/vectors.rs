//! Recall by vector against the plainest way to do it: every live chunk, cosines in `f64`, one sort.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect;
use proptest::prelude::*;
use quarry_source::Language;
use quarry_store::{
    FileId, Filter, KeywordQuery, Manifest, PerFile, QuantisedVector, ScoredChunk, Snapshot, VectorQuery, WeightedTerm,
    WriterSize, words,
};

#[path = "support/sample.rs"]
mod sample;

use sample::{FIELDS, Filling, SHOP};

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

#[test]
fn a_vector_of_another_dimension_is_refused() {
    let dir = shop();
    let filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    let add = |path: &str, vector: &[f32]| {
        let (mut record, parsed) = sample::file(FileId(9), path, "some text\n");
        filling.writer.add_file(&mut record, "some text\n".into(), &parsed, &[QuantisedVector::of(vector)])
    };
    add("a.rs", &[1.0; 24]).expect("the first decides");
    let refused = add("b.rs", &[1.0; 25]).expect_err("another dimension");
    let shown = refused.to_string().replace(&dir.path().display().to_string(), "<dir>");
    expect!["cannot write the index in <dir>: a vector of 25 dimensions among vectors of 24"].assert_eq(&shown);
}

/// Numbers that look random, between -1 and 1.
fn noise(seed: u64) -> impl Iterator<Item = f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    })
}

/// Vectors around a few centres, wide enough that 1,500 of them are found by their sketches.
fn cloud(dimension: usize) -> Files {
    let centres: Vec<Vec<f32>> = (0..5).map(|seed| noise(seed + 1000).take(dimension).collect()).collect();
    let near = |number: u64| -> Vec<f32> {
        let centre = &centres[(number % 5) as usize];
        centre.iter().zip(noise(number)).map(|(centre, noise)| centre + 2.0 * noise).collect()
    };
    (0..150).map(|file| (path(file), (0..10).map(|chunk| Some(near(u64::from(file) * 10 + chunk))).collect())).collect()
}

/// Files in this order, committed after every so many.
fn written<'a>(dir: &Path, size: WriterSize, files: impl Iterator<Item = (&'a String, &'a Vec<Option<Vec<f32>>>)>) {
    let mut removed = Vec::new();
    let mut filling = Filling::open(dir, size, Manifest::default());
    for ((path, vectors), number) in files.zip(1..) {
        put(&mut filling, path, vectors);
        removed.clone_from(vectors);
        if number % 40 == 0 {
            filling.commit();
        }
    }
    // Replaced and removed files leave no trace.
    put(&mut filling, "gone.rs", &removed);
    filling.commit();
    filling.remove("gone.rs");
    filling.commit();
    filling.writer.finish().expect("merges end");
}

#[test]
fn many_vectors_are_found_whatever_the_filter_and_however_they_were_written() {
    let files = cloud(3000);
    let (one, other) = (tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory"));
    written(one.path(), WriterSize::Update, files.iter());
    written(other.path(), WriterSize::Bulk { threads: 3 }, files.iter().rev());
    let (one, other) = (open(one.path()), open(other.path()));
    for seed in 0..6 {
        let centre = files.values().nth(seed).and_then(|vectors| vectors[seed].clone()).expect("a vector");
        let question: Vec<f32> = centre.iter().zip(noise(seed as u64 + 77)).map(|(a, b)| a + b).collect();
        for (limit, per_file) in [
            (1, PerFile::Unlimited),
            (100, PerFile::Unlimited),
            (40, PerFile::AtMost(1)),
            (usize::MAX, PerFile::AtMost(2)),
        ] {
            for languages in [vec![], vec![Language::new("rust")], vec![Language::new("fortran")]] {
                let filter = Filter { languages, ..Filter::default() };
                let query = VectorQuery { vector: &question, limit, per_file };
                agree(&files, &one, &query, &filter).expect("the plain way");
                let named = |snapshot: &Snapshot| -> Vec<_> {
                    let found = snapshot.recall_by_vector(&query, &filter).expect("an answer");
                    let path = |chunk: &ScoredChunk| snapshot.record(chunk.file).expect("a live file").path.clone();
                    found.iter().map(|chunk| (path(chunk), chunk.ordinal, chunk.score.to_bits())).collect()
                };
                assert_eq!(named(&one), named(&other), "{limit} {per_file:?}");
            }
        }
    }
}

#[test]
fn words_and_vectors_asked_at_once_find_what_each_finds_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let files = cloud(3000);
    written(dir.path(), WriterSize::Update, files.iter());
    let snapshot = open(dir.path());
    let near = files.values().next().and_then(|vectors| vectors[0].clone()).expect("a vector");
    let terms = words("chunk 3").into_iter().map(|term| WeightedTerm { term, weight: 1.0 }).collect();
    let keyword = KeywordQuery { terms, fields: FIELDS, k1: 1.2, limit: 50, per_file: PerFile::AtMost(2) };
    // Found by sketches, by codes (there are few of the language) and not at all.
    for (vector, language) in [(&near, None), (&near, Some("fortran")), (&vec![0.0; near.len()], None)] {
        let filter = Filter { languages: language.map(Language::new).into_iter().collect(), ..Filter::default() };
        let query = VectorQuery { vector, limit: 50, per_file: PerFile::AtMost(2) };
        let both = snapshot.recall_by_both(keyword.clone(), &query, &filter).expect("an answer");
        assert_eq!(both.by_vector, snapshot.recall_by_vector(&query, &filter).expect("an answer"));
        let alone = snapshot.keyword_scorer(keyword.clone()).expect("postings").best_chunks(&filter);
        assert_eq!(both.by_word, alone.expect("an answer"));
        assert_eq!(both.scorer.query(), &keyword);
    }
}

#[test]
fn equal_vectors_are_ordered_by_path_and_place() {
    let vector = Some(noise(5).take(4096).collect::<Vec<f32>>());
    let files: Files = (0..120).map(|file| (path(file), vec![vector.clone(); 10])).collect();
    let dir = tempfile::tempdir().expect("a temporary directory");
    written(dir.path(), WriterSize::Bulk { threads: 2 }, files.iter().rev());
    let question: Vec<f32> = noise(6).take(4096).collect();
    let query = VectorQuery { vector: &question, limit: 25, per_file: PerFile::Unlimited };
    let snapshot = open(dir.path());
    let found = snapshot.recall_by_vector(&query, &Filter::default()).expect("an answer");
    let first = files.keys().flat_map(|path| (0..10).map(move |ordinal| (path.as_str(), ordinal)));
    for (chunk, (path, ordinal)) in found.iter().zip(first) {
        assert_eq!((snapshot.record(chunk.file).expect("a file").path.as_str(), chunk.ordinal), (path, ordinal));
    }
    assert_eq!(found.len(), 25);
}

/// The only file of vectors in an index.
fn vector_file(dir: &Path) -> std::path::PathBuf {
    let paths = fs_err::read_dir(dir).expect("a directory").flatten().map(|entry| entry.path());
    paths.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "vec")).expect("a file of vectors")
}

/// Vectors begin after the head, the documents and the norms; what follows is damaged byte by byte.
#[test]
fn a_damaged_file_of_vectors_is_refused_or_read_without_panic() {
    let dir = shop();
    let path = vector_file(dir.path());
    let whole = fs_err::read(&path).expect("readable");
    let question = sample::vector("total price");
    for at in 0..whole.len() {
        for damage in [0xFF, 0x01, 0x80] {
            let mut damaged = whole.clone();
            damaged[at] ^= damage;
            fs_err::write(&path, &damaged).expect("it is written");
            let Ok(snapshot) = Snapshot::open(dir.path()) else { continue };
            for languages in [vec![], vec![Language::new("rust")]] {
                let filter = Filter { languages, ..Filter::default() };
                for per_file in [PerFile::Unlimited, PerFile::AtMost(1)] {
                    let query = VectorQuery { vector: &question, limit: 10, per_file };
                    let _ = snapshot.recall_by_vector(&query, &filter);
                }
            }
            let _ = snapshot.for_each_vector(|_, _, _| {});
        }
    }
}

#[test]
fn a_cut_file_of_vectors_is_refused() {
    let dir = shop();
    let path = vector_file(dir.path());
    let whole = fs_err::read(&path).expect("readable");
    for length in (0..whole.len()).step_by(7) {
        fs_err::write(&path, &whole[..length]).expect("it is written");
        assert!(Snapshot::open(dir.path()).is_err(), "{length} bytes");
    }
    // As long as before, but the head says otherwise.
    for (at, expected) in [(0, "a file of vectors is damaged"), (4, "a file of vectors is damaged")] {
        let mut damaged = whole.clone();
        damaged[at] = damaged[at].wrapping_add(100);
        fs_err::write(&path, &damaged).expect("it is written");
        let refused = Snapshot::open(dir.path()).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains(expected), "{refused}");
    }
}
