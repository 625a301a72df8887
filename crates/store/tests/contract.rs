//! What every store must do, asked through its public API: add, replace, remove, recall, filter, fetch, refuse.
//!
//! The files are those of `support/sample.rs`. An answer is shown as one line per chunk: path, ordinal.

use std::path::Path;

use expect_test::{Expect, expect};
use quarry_source::{Chunk, ContentType, Language, Symbol, SymbolKind};
use quarry_store::{
    CommitError, Filter, IndexWriter, KeywordFields, KeywordQuery, Manifest, NamePattern, PathPattern, PerFile,
    QuantisedVector, ScoredChunk, Snapshot, VectorQuery, WeightedTerm, WriterSize, words,
};
use tempfile::TempDir;

#[path = "support/sample.rs"]
mod sample;

use sample::{FIELDS, Filling, SHOP};

/// An index of the shop in a temporary folder.
fn shop() -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    for (path, text) in SHOP {
        filling.put(path, text);
    }
    filling.commit();
    dir
}

fn open(dir: &Path) -> Snapshot {
    Snapshot::open(dir).expect("an index")
}

fn reopened(dir: &Path) -> Filling {
    Filling::open(dir, WriterSize::Update, Manifest::clone(open(dir).manifest()))
}

fn query(question: &str) -> KeywordQuery {
    let terms = words(question).into_iter().map(|term| WeightedTerm { term, weight: 1.0 }).collect();
    KeywordQuery { terms, fields: FIELDS, k1: 1.2, limit: 100, per_file: PerFile::Unlimited }
}

fn best_chunks(snapshot: &Snapshot, query: &KeywordQuery, filter: &Filter) -> Vec<ScoredChunk> {
    snapshot.keyword_scorer(query.clone()).expect("postings").best_chunks(filter).expect("an answer")
}

fn recalled(snapshot: &Snapshot, query: &KeywordQuery, filter: &Filter) -> Vec<String> {
    let chunks = best_chunks(snapshot, query, filter);
    assert!(chunks.is_sorted_by(|a, b| a.score >= b.score && b.score > 0.0), "best first: {chunks:?}");
    let path = |id| snapshot.record(id).map_or("?", |record| record.path.as_str());
    chunks.iter().map(|chunk| format!("{} {}", path(chunk.file), chunk.ordinal)).collect()
}

#[track_caller]
fn check(question: &str, filter: &Filter, expected: Expect) {
    let dir = shop();
    expected.assert_eq(&recalled(&open(dir.path()), &query(question), filter).join(", "));
}

#[test]
fn every_field_is_searched() {
    let all = Filter::default();
    check("Socket", &all, expect!["lib/net/tcp.RS 0, lib/net/tcp.RS 1"]);
    check("collects", &all, expect!["src/cart.rs 0"]);
    check("basket", &all, expect!["src/cart.rs 0, src/cart.rs 1, src/cart.rs 2"]);
    check("rest", &all, expect!["src/cart.rs 2"]);
    check("cart", &all, expect!["src/cart.rs 0, src/cart.rs 1, src/cart.rs 2"]);
    check("net", &all, expect!["lib/net/tcp.RS 0, lib/net/tcp.RS 1"]);
    check("totalPrice", &all, expect!["src/price.py 0, src/cart.rs 1, docs/guide.md 0"]);
    check("nowhere", &all, expect![[""]]);
}

#[test]
fn a_field_without_weight_finds_nothing_and_a_heavy_one_comes_first() {
    let dir = shop();
    let snapshot = open(dir.path());
    let with = |change: fn(&mut KeywordFields)| {
        let mut query = query("total");
        change(&mut query.fields);
        recalled(&snapshot, &query, &Filter::default()).join(", ")
    };
    expect!["src/price.py 0, src/cart.rs 1, docs/guide.md 0"].assert_eq(&with(|_| {}));
    expect!["src/cart.rs 1, docs/guide.md 0, src/price.py 0"].assert_eq(&with(|fields| fields.name.weight = 0.0));
    expect!["src/price.py 0"].assert_eq(&with(|fields| fields.content.weight = 0.0));
}

#[test]
fn a_rare_word_counts_more_than_a_common_one() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    for (path, text) in [("a", "common\n"), ("b", "common\n"), ("c", "common\n"), ("d", "rare\n")] {
        filling.put(path, text);
    }
    filling.commit();
    let found = recalled(&open(dir.path()), &query("common rare"), &Filter::default());
    assert_eq!(found, ["d 0", "a 0", "b 0", "c 0"]);
}

#[test]
fn a_file_may_place_one_chunk_or_all() {
    let dir = shop();
    let snapshot = open(dir.path());
    let with = |per_file, limit| {
        let query = KeywordQuery { per_file, limit, ..query("socket item add") };
        recalled(&snapshot, &query, &Filter::default()).join(", ")
    };
    expect!["src/cart.rs 1, lib/net/tcp.RS 1, lib/net/tcp.RS 0, src/price.py 0"]
        .assert_eq(&with(PerFile::Unlimited, 100));
    expect!["src/cart.rs 1, lib/net/tcp.RS 1, src/price.py 0"].assert_eq(&with(PerFile::AtMost(1), 100));
    expect!["src/cart.rs 1"].assert_eq(&with(PerFile::AtMost(1), 1));
    assert_eq!(with(PerFile::Unlimited, 0), "");
}

/// Equal scores are ordered by path and place, whatever the order, the number of commits and of threads.
#[test]
fn the_answer_does_not_depend_on_how_the_index_was_written() {
    let paths: Vec<String> = (0..40).map(|number| format!("d{}/f{number:02}.txt", number % 3)).collect();
    let text = "same words\n\nsame words\n";
    let mut sorted = paths.clone();
    sorted.sort();
    let expected: Vec<String> = sorted.iter().flat_map(|path| [format!("{path} 0"), format!("{path} 1")]).collect();
    for (size, per_commit) in [
        (WriterSize::Update, 40),
        (WriterSize::Update, 7),
        (WriterSize::Bulk { threads: 1 }, 40),
        (WriterSize::Bulk { threads: 3 }, 11),
    ] {
        for reverse in [false, true] {
            let dir = tempfile::tempdir().expect("a temporary directory");
            let mut order = paths.clone();
            if reverse {
                order.reverse();
            }
            let mut filling = Filling::open(dir.path(), size, Manifest::default());
            for some in order.chunks(per_commit) {
                some.iter().for_each(|path| filling.put(path, text));
                filling.commit();
            }
            // Replaced and removed files leave no trace either.
            filling.put("d0/f00.txt", "other\n");
            filling.put("gone.txt", text);
            filling.commit();
            filling.put("d0/f00.txt", text);
            filling.remove("gone.txt");
            filling.commit();
            let snapshot = open(dir.path());
            assert_eq!(recalled(&snapshot, &query("same words"), &Filter::default()), expected, "{size:?}");
            let scores = best_chunks(&snapshot, &query("same words"), &Filter::default());
            assert!(scores.iter().all(|chunk| chunk.score == scores[0].score), "equal texts have equal scores");
        }
    }
}

#[test]
fn filters_keep_files_and_chunks_out() {
    let path = |pattern: &str| PathPattern::new(pattern).expect("a pattern");
    let question = "item total guide service socket";
    let check = |filter: Filter, expected: Expect| check(question, &filter, expected);
    let none = Filter::default;
    check(
        none(),
        expect![
            "docs/guide.md 0, lib/net/tcp.RS 1, src/price.py 0, lib/net/tcp.RS 0, src/cart.rs 1, deploy/web.yaml 0"
        ],
    );
    check(
        Filter { languages: vec![Language::new("rust")], ..none() },
        expect!["lib/net/tcp.RS 1, lib/net/tcp.RS 0, src/cart.rs 1"],
    );
    check(Filter { languages: vec![Language::new("kubernetes")], ..none() }, expect!["deploy/web.yaml 0"]);
    check(
        Filter { languages: vec![Language::new("python"), Language::new("yaml")], ..none() },
        expect!["src/price.py 0, deploy/web.yaml 0"],
    );
    check(Filter { paths: vec![path("src/*.rs")], ..none() }, expect!["src/cart.rs 1"]);
    check(Filter { paths: vec![path("src")], excluded_paths: vec![path("*.py")], ..none() }, expect!["src/cart.rs 1"]);
    check(
        Filter { extensions: vec!["rs".to_owned()], ..none() },
        expect!["lib/net/tcp.RS 1, lib/net/tcp.RS 0, src/cart.rs 1"],
    );
    check(Filter { extensions: vec![".MD".to_owned()], ..none() }, expect!["docs/guide.md 0"]);
    check(
        Filter { content_types: vec![ContentType::Docs, ContentType::Config], ..none() },
        expect!["docs/guide.md 0, deploy/web.yaml 0"],
    );
    check(
        Filter { kinds: vec![SymbolKind::Function], ..none() },
        expect!["lib/net/tcp.RS 1, src/price.py 0, src/cart.rs 1"],
    );
    let names = |glob: &str| vec![NamePattern::new(glob).expect("a glob")];
    check(Filter { names: names("SO*"), ..none() }, expect!["lib/net/tcp.RS 0"]);
    check(Filter { names: names("*"), kinds: vec![SymbolKind::Struct], ..none() }, expect!["lib/net/tcp.RS 0"]);
    check(Filter { names: names("s*"), languages: vec![Language::new("python")], ..none() }, expect![[""]]);
    check(Filter { paths: vec![path("nowhere")], ..none() }, expect![[""]]);
}

#[test]
fn text_and_catalog_come_back_as_they_were() {
    let dir = shop();
    let snapshot = open(dir.path());
    for (path, text) in SHOP {
        let file = snapshot.file(path).expect("readable").expect("stored");
        let parsed = sample::parsed(path, text);
        assert_eq!(file.text, text);
        assert_eq!(file.catalog.chunks, parsed.chunks);
        assert_eq!(file.catalog.symbols, parsed.symbols);
        let uses = file.uses().expect("what it uses");
        assert_eq!((&uses.references, &uses.imports), (&parsed.references, &parsed.imports));
        let (catalog, same) = snapshot.definitions_and_uses(path).expect("readable").expect("stored");
        assert_eq!((&catalog, &same), (&file.catalog, uses));
        for (ordinal, chunk) in (0..).zip(&parsed.chunks) {
            let symbol = chunk.symbol().and_then(|symbol| parsed.symbols.get(symbol as usize));
            let read = |found: &str, one: &Chunk, of: Option<&Symbol>| {
                assert_eq!((found, one, of), (text, chunk, symbol), "{path} {ordinal}");
            };
            assert!(snapshot.chunk(path, ordinal, read).expect("readable").is_some());
        }
        let n_chunks = parsed.chunks.len() as u32;
        assert!(snapshot.chunk(path, n_chunks, |_, _, _| ()).expect("readable").is_none());
    }
    assert!(snapshot.file("src").expect("readable").is_none());
}

#[test]
fn the_manifest_comes_back_as_it_was_committed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut filling = Filling::open(dir.path(), WriterSize::Update, Manifest::default());
    filling.manifest.fingerprint = "chunks 1000".to_owned();
    filling.manifest.root = "/žluť".to_owned();
    SHOP.iter().for_each(|(path, text)| filling.put(path, text));
    filling.commit();
    assert_eq!(**open(dir.path()).manifest(), filling.manifest);
    assert_eq!(filling.manifest.generation, 1);
}

#[test]
fn replaced_and_removed_files_are_gone() {
    let dir = shop();
    let mut filling = reopened(dir.path());
    filling.put("src/price.py", "function discount\n");
    filling.remove("lib/net/tcp.RS");
    filling.commit();
    let snapshot = open(dir.path());
    let found = |question| recalled(&snapshot, &query(question), &Filter::default()).join(", ");
    assert_eq!((found("socket"), found("discount")), (String::new(), "src/price.py 0".to_owned()));
    assert_eq!(snapshot.file("src/price.py").expect("readable").expect("stored").text, "function discount\n");
    assert!(snapshot.file("lib/net/tcp.RS").expect("readable").is_none());
}

#[test]
fn everything_is_replaced_in_one_commit() {
    let dir = shop();
    let mut filling = reopened(dir.path());
    filling.writer.remove_all().expect("it is emptied");
    filling.manifest.files.clear();
    filling.put("new.rs", "function socket\n");
    filling.commit();
    assert_eq!(recalled(&open(dir.path()), &query("socket total"), &Filter::default()), ["new.rs 0"]);
}

#[test]
fn an_open_snapshot_keeps_its_view() {
    let dir = shop();
    let before = open(dir.path());
    let mut filling = reopened(dir.path());
    filling.remove("src/cart.rs");
    filling.put("src/price.py", "function discount\n");
    filling.commit();
    assert_eq!(recalled(&before, &query("basket price"), &Filter::default()).len(), 4);
    assert_eq!(before.file("src/price.py").expect("readable").expect("stored").text, SHOP[1].1);
    assert_eq!(before.manifest().generation + 1, open(dir.path()).manifest().generation);
}

#[test]
fn what_is_not_committed_never_was() {
    let dir = shop();
    let mut filling = reopened(dir.path());
    filling.put("new.rs", "function novelty\n");
    filling.remove("src/cart.rs");
    let found = || recalled(&open(dir.path()), &query("novelty basket"), &Filter::default()).len();
    assert_eq!(found(), 3, "before the commit");
    drop(filling);
    assert_eq!(found(), 3, "after the writer is gone");
    reopened(dir.path()).commit();
    assert_eq!(found(), 3, "after another commit");
}

#[test]
fn there_is_one_writer_at_a_time() {
    let dir = shop();
    let first = reopened(dir.path());
    let second = IndexWriter::open(dir.path(), &FIELDS, WriterSize::Update);
    assert!(matches!(second, Err(CommitError::Busy { .. })));
    drop((first, second));
    assert!(IndexWriter::open(dir.path(), &FIELDS, WriterSize::Update).is_ok());
}

/// What is said of an index after something was done to its folder.
#[track_caller]
fn check_refused(damage: impl FnOnce(&Path), expected: Expect) {
    let dir = shop();
    damage(dir.path());
    let error = Snapshot::open(dir.path()).err().map_or("opened".to_owned(), |error| error.to_string());
    expected.assert_eq(&error.replace(&*dir.path().to_string_lossy(), "<dir>"));
}

#[test]
fn what_is_missing_foreign_or_damaged_is_refused_by_name() {
    let write = |name: &'static str, content: &'static str| {
        move |dir: &Path| fs_err::write(dir.join(name), content).expect("it is written")
    };
    let remove = |name: &'static str| move |dir: &Path| fs_err::remove_file(dir.join(name)).expect("it is removed");
    check_refused(|dir| fs_err::remove_dir_all(dir).expect("it is removed"), expect!["no index in <dir>"]);
    check_refused(remove("FORMAT"), expect!["no index in <dir>"]);
    check_refused(
        write("FORMAT", "quarry index format 1\n"),
        expect!["the index in <dir> has format 1, this build reads format 5"],
    );
    check_refused(
        write("FORMAT", "\u{0}"),
        expect!["the index in <dir> has format unknown, this build reads format 5"],
    );
    check_refused(
        remove("manifest-1"),
        expect![
            "the index in <dir> is damaged: failed to open file `<dir>/manifest-1`: No such file or directory (os error 2)"
        ],
    );
    check_refused(write("manifest-1", ""), expect!["the index in <dir> is damaged: <dir>/manifest-1 is not whole"]);
    let truncate = |dir: &Path| {
        let whole = fs_err::read(dir.join("manifest-1")).expect("a manifest");
        fs_err::write(dir.join("manifest-1"), &whole[..whole.len() - 1]).expect("it is written");
    };
    check_refused(truncate, expect!["the index in <dir> is damaged: <dir>/manifest-1 is not whole"]);
    check_refused(remove("meta.json"), expect!["no index in <dir>"]);
    check_refused(
        write("meta.json", "{}"),
        expect![[
            r#"the index in <dir> is damaged: Data corrupted: 'Data corruption (in file `"meta.json"`): Meta file cannot be deserialized. Error("missing field `segments`", line: 1, column: 2). Content: "{}".'"#
        ]],
    );
    check_refused(
        write("meta.json", "garbage"),
        expect![[
            r#"the index in <dir> is damaged: Data corrupted: 'Data corruption (in file `"meta.json"`): Meta file cannot be deserialized. Error("expected value", line: 1, column: 1). Content: "garbage".'"#
        ]],
    );
}

/// An index that an older build wrote opens and answers. Written by `examples/write_format.rs`.
#[test]
fn an_index_of_this_format_can_be_read() {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/v5");
    let dir = tempfile::tempdir().expect("a temporary directory");
    for entry in fs_err::read_dir(stored).expect("a stored index").flatten() {
        fs_err::copy(entry.path(), dir.path().join(entry.file_name())).expect("it is copied");
    }
    let snapshot = open(dir.path());
    assert_eq!(snapshot.manifest().root, "/shop");
    assert_eq!(recalled(&snapshot, &query("socket"), &Filter::default()), ["lib/net/tcp.RS 0", "lib/net/tcp.RS 1"]);
    for (path, text) in SHOP {
        assert_eq!(snapshot.file(path).expect("readable").expect("stored").text, text);
    }
    let vector = sample::vector("function total_price\nsum(items)");
    let query = VectorQuery { vector: &vector, limit: 1, per_file: PerFile::Unlimited };
    let nearest = snapshot.recall_by_vector(&query, &Filter::default()).expect("an answer");
    let path = nearest.first().and_then(|chunk| snapshot.record(chunk.file)).map(|record| record.path.as_str());
    assert_eq!(path, Some("src/price.py"));
    assert_eq!(snapshot.symbol_names("t").expect("readable"), ["total_price"]);
}

#[test]
fn every_live_chunk_keeps_its_vector_and_names_through_updates_and_merges() {
    let dir = shop();
    for round in 0..12 {
        let mut filling = reopened(dir.path());
        filling.put("src/price.py", &format!("function total_price_{round}\nsum(items)\n"));
        filling.commit();
        filling.writer.finish().expect("merges end");
    }
    let snapshot = open(dir.path());
    let mut n_vectors = 0;
    let shown = snapshot.for_each_vector(|id, ordinal, vector| {
        let path = &snapshot.record(id).expect("a live file").path;
        let file = snapshot.file(path.as_str()).expect("readable").expect("stored");
        let text = &file.text[file.catalog.chunks[ordinal as usize].span.bytes()];
        assert_eq!(Some(vector), QuantisedVector::of(&sample::vector(text)), "{path} {ordinal}");
        n_vectors += 1;
    });
    shown.expect("readable slots");
    assert_eq!(n_vectors, snapshot.manifest().n_chunks());
    // So do names: of all that were there, the last one alone.
    assert_eq!(snapshot.symbol_names("total").expect("readable"), ["total_price_11"]);
}
