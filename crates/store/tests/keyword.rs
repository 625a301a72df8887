//! Recall by keyword against the plainest way to do it: every live chunk, BM25F as it is written down, one sort.

use std::collections::BTreeMap;
use std::path::Path;

use proptest::prelude::*;
use quarry_store::{Filter, KeywordQuery, Manifest, PerFile, Snapshot, WeightedTerm, WriterSize, words};

#[path = "support/sample.rs"]
mod sample;

use sample::{FIELDS, Filling, SHOP, parsed};

/// Words of texts, paths and questions: few, so that they meet.
const WORDS: [&str; 7] = ["alpha", "beta", "gamma", "delta", "basket", "item", "socket"];

/// Files by path, each with its text.
type Files = BTreeMap<String, String>;

/// The words of one chunk, field by field, with what each field counts and how much its length matters.
fn fields_of(path: &str, text: &str) -> Vec<[(Vec<String>, f32, f32); 6]> {
    let parsed = parsed(path, text);
    let path = quarry_source::RepoPath::new(path);
    let chunk = |chunk: &quarry_source::Chunk| {
        let starting = &parsed.symbols[chunk.symbols.start as usize..chunk.symbols.end as usize];
        let all = |texts: Vec<&str>| texts.into_iter().flat_map(words).collect::<Vec<_>>();
        let around = chunk.enclosing.iter().map(|&symbol| parsed.symbols[symbol as usize].name.as_ref()).collect();
        [
            (all(starting.iter().map(|symbol| symbol.name.as_ref()).collect()), FIELDS.name),
            (all(starting.iter().map(|symbol| symbol.doc.as_ref()).collect()), FIELDS.docstring),
            (words(&text[chunk.span.bytes()]), FIELDS.content),
            (words(path.stem()), FIELDS.filename),
            (words(path.directory()), FIELDS.file_path),
            (all(around), FIELDS.enclosing),
        ]
        .map(|(words, field)| (words, field.weight, field.b))
    };
    parsed.chunks.iter().map(chunk).collect()
}

/// Path, ordinal and score of every chunk that has a word of the question, best first.
fn naive(files: &Files, query: &KeywordQuery) -> Vec<(String, u32, f32)> {
    let mut chunks = Vec::new();
    for (path, text) in files {
        chunks.extend(fields_of(path, text).into_iter().enumerate().map(|(ordinal, fields)| (path, ordinal, fields)));
    }
    let n_chunks = chunks.len() as f32;
    let average = |field: usize| {
        let n_words: usize = chunks.iter().map(|(.., fields)| fields[field].0.len()).sum();
        (n_words as f32 / n_chunks).max(1.0)
    };
    let averages: Vec<f32> = (0..6).map(average).collect();
    let mut scores = vec![0.0; chunks.len()];
    for WeightedTerm { term, weight } in &query.terms {
        let frequencies: Vec<f32> = chunks
            .iter()
            .map(|(.., fields)| {
                let fields = fields.iter().zip(&averages);
                fields.fold(0.0, |sum, ((words, weight, b), average)| {
                    let n_found = words.iter().filter(|word| *word == term).count() as f32;
                    let factor = weight / (1.0 - b + b * words.len() as f32 / average);
                    if n_found == 0.0 { sum } else { sum + n_found * factor }
                })
            })
            .collect();
        let n_found = frequencies.iter().filter(|frequency| **frequency > 0.0).count() as f32;
        let idf = (1.0 + (n_chunks - n_found + 0.5) / (n_found + 0.5)).ln();
        let factor = weight * idf * (query.k1 + 1.0);
        for (score, frequency) in scores.iter_mut().zip(frequencies).filter(|(_, frequency)| *frequency > 0.0) {
            *score += factor * frequency / (frequency + query.k1);
        }
    }
    let scored = chunks.iter().zip(scores).filter(|(_, score)| *score > 0.0);
    let mut found: Vec<_> =
        scored.map(|((path, ordinal, _), score)| ((*path).clone(), *ordinal as u32, score)).collect();
    found.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| (&a.0, a.1).cmp(&(&b.0, b.1))));
    found
}

/// The best of a sorted list, so many of one file.
fn capped(sorted: Vec<(String, u32, f32)>, query: &KeywordQuery) -> Vec<(String, u32, f32)> {
    let mut n_of_file: BTreeMap<String, usize> = BTreeMap::new();
    let mut may_stay = |path: &String| {
        let n_taken = n_of_file.entry(path.clone()).or_default();
        *n_taken += 1;
        !matches!(query.per_file, PerFile::AtMost(most) if *n_taken > most)
    };
    sorted.into_iter().filter(|(path, ..)| may_stay(path)).take(query.limit).collect()
}

/// A change of an index: a file is put or removed, or what was done so far is committed.
#[derive(Clone, Debug)]
enum Change {
    Put(String, String),
    Remove(String),
    Commit,
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&WORDS[..])
}

fn path() -> impl Strategy<Value = String> {
    (word(), word()).prop_map(|(directory, stem)| format!("{directory}/{stem}.rs"))
}

/// Paragraphs of words; some begin with a definition, documented or open to the end of the file.
fn text() -> impl Strategy<Value = String> {
    let head = prop_oneof![
        3 => Just(String::new()),
        1 => word().prop_map(|name| format!("function {name}\n")),
        1 => (word(), word()).prop_map(|(doc, name)| format!("/// {doc}\nclass {name} {{\n")),
    ];
    let paragraph =
        (head, prop::collection::vec(word(), 1..12)).prop_map(|(head, words)| head + &words.join(" ") + "\n");
    prop::collection::vec(paragraph, 1..8).prop_map(|paragraphs| paragraphs.join("\n"))
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        8 => (path(), text()).prop_map(|(path, text)| Change::Put(path, text)),
        2 => path().prop_map(Change::Remove),
        2 => Just(Change::Commit),
    ]
}

fn query() -> impl Strategy<Value = KeywordQuery> {
    let term = (word(), 0.2f32..2.0).prop_map(|(word, weight)| WeightedTerm { term: words(word).remove(0), weight });
    let per_file = prop_oneof![Just(PerFile::Unlimited), (1usize..3).prop_map(PerFile::AtMost)];
    let numbers = (prop::sample::select(&[0.0f32, 1.2, 10.0][..]), 0usize..12);
    (prop::collection::vec(term, 1..5), per_file, numbers).prop_map(|(terms, per_file, (k1, limit))| KeywordQuery {
        terms,
        fields: FIELDS,
        k1,
        limit,
        per_file,
    })
}

fn made(dir: &Path, changes: &[Change]) -> (Files, Snapshot) {
    let mut files = Files::new();
    // Nothing is merged, so that there are many segments with deleted documents.
    let mut filling = Filling::open(dir, WriterSize::Bulk { threads: 3 }, Manifest::default());
    let shop = SHOP.map(|(path, text)| Change::Put(path.to_owned(), text.to_owned()));
    for change in shop.iter().chain(changes) {
        match change {
            Change::Put(path, text) => {
                filling.put(path, text);
                files.insert(path.clone(), text.clone());
            }
            Change::Remove(path) => {
                filling.remove(path);
                files.remove(path);
            }
            Change::Commit => filling.commit(),
        }
    }
    filling.commit();
    (files, Snapshot::open(dir).expect("an index"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Bit for bit: what is passed over must never have been able to win.
    #[test]
    fn the_answer_is_that_of_the_plain_way(
        changes in prop::collection::vec(change(), 1..50),
        queries in prop::collection::vec(query(), 30),
    ) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let (files, snapshot) = made(dir.path(), &changes);
        for query in &queries {
            let scorer = snapshot.keyword_scorer(query.clone()).expect("postings");
            let found = scorer.best_chunks(&Filter::default()).expect("an answer");
            let path = |id| snapshot.record(id).expect("a live file").path.as_str().to_owned();
            let found: Vec<_> = found.iter().map(|chunk| (path(chunk.file), chunk.ordinal, chunk.score)).collect();
            prop_assert_eq!(found, capped(naive(&files, query), query));
        }
    }

    /// The evidence about a file is that of all its chunks, and the same however the index came to hold them.
    #[test]
    fn the_evidence_about_files_is_that_of_their_chunks(
        changes in prop::collection::vec(change(), 1..50),
        queries in prop::collection::vec(query(), 10),
    ) {
        let dirs = [tempfile::tempdir().expect("a directory"), tempfile::tempdir().expect("a directory")];
        let (files, snapshot) = made(dirs[0].path(), &changes);
        let puts: Vec<Change> = files.iter().map(|(path, text)| Change::Put(path.clone(), text.clone())).collect();
        let (_, in_one_go) = made(dirs[1].path(), &puts);
        for query in &queries {
            let all = KeywordQuery { limit: usize::MAX, per_file: PerFile::Unlimited, ..query.clone() };
            let of_file = |snapshot: &Snapshot, path: &str| {
                let record = snapshot.manifest().file(path).expect("a file").clone();
                let scorer = snapshot.keyword_scorer(all.clone()).expect("postings");
                let chunks = scorer.best_chunks(&Filter::default()).expect("an answer");
                let evidence = scorer.evidence(&[record.id]).expect("evidence");
                let scores = chunks.iter().filter(|chunk| chunk.file == record.id).map(|chunk| chunk.score);
                (evidence, scores.fold(0.0, f32::max) / (query.k1 + 1.0))
            };
            for path in files.keys() {
                let (of_one, best) = of_file(&snapshot, path);
                let evidence = of_one.iter().next().expect("one file");
                prop_assert!((evidence.best_score - best).abs() <= 1e-4 * best, "{} and {best}", evidence.best_score);
                prop_assert_eq!(evidence.n_good > 0, best > 0.0);
                prop_assert_eq!(&of_one, &of_file(&in_one_go, path).0);
            }
        }
    }
}
