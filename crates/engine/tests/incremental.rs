//! Indexing again after changes: the index must always answer as a fresh index of the same tree would.
//!
//! Each test changes a small repository step by step. After every step the updated index and a fresh one are asked the
//! same questions and hold the same files; what the run reported is compared as text.

#[path = "incremental/at_once.rs"]
mod at_once;
#[path = "incremental/trouble.rs"]
mod trouble;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::{Expect, expect};
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::test_runner::Config;
use proptest::{collection, proptest, sample};
use quarry_engine::{Engine, Hit, IndexReport, Mode, Quiet, SearchRequest, Searcher, Settings};
use quarry_test_support::Repository;

use trouble::After;

const SHOP: &str = "
    //- src/cart.rs
    /// Adds an item to the basket.
    pub fn add_item(basket: &mut Basket, item: Item) {
        basket.items.push(item);
    }
    //- src/price.py
    def total_price(items):
        \"\"\"Sums the prices of all items.\"\"\"
        return sum(item.price for item in items)
    //- docs/guide.md
    # Guide
    How the basket and its price work.
";

/// Words of all files of the tests, so that every step shows in some answer.
const QUESTIONS: [&str; 5] = ["basket", "add_item", "total price items", "guide", "hidden alpha beta gamma"];

/// A repository, its index, and how many fresh indexes were made for comparison.
struct Bench {
    repository: Repository,
    settings: Settings,
    n_fresh: AtomicUsize,
}

impl Bench {
    fn new(fixture: &str) -> Bench {
        Bench { repository: Repository::new(fixture), settings: Settings::default(), n_fresh: AtomicUsize::new(0) }
    }

    fn engine(&self, home: PathBuf) -> Engine {
        Engine::new(self.repository.path(), &home, self.settings.clone())
    }

    fn updated(&self) -> Engine {
        self.engine(self.repository.beside("home"))
    }

    fn index(&self) -> IndexReport {
        self.updated().index(Mode::Changed, &Quiet).expect("the repository is indexed")
    }

    /// Indexes until no file is so new that its stamp cannot be trusted yet; ends within some ten milliseconds.
    fn settle(&self) -> IndexReport {
        loop {
            let report = self.index();
            if report.manifest.files.iter().all(|record| record.stamp.modified > 0) {
                return self.index();
            }
        }
    }

    /// Updates the index, compares it with a fresh one, and shows what the run did and what the index holds.
    fn step(&self) -> String {
        let report = self.index();
        self.assert_like_fresh();
        self.outline(&report)
    }

    #[track_caller]
    fn check(&self, expected: Expect) {
        expected.assert_eq(&self.step());
    }

    /// The key invariant: same files, same answers as an index that was made in one go.
    fn assert_like_fresh(&self) {
        let number = self.n_fresh.fetch_add(1, Ordering::Relaxed);
        let (updated, fresh) = (self.updated(), self.engine(self.repository.beside(&format!("fresh-{number}"))));
        fresh.index(Mode::Changed, &Quiet).expect("the repository is indexed");
        let (updated, fresh) = (updated.open().expect("an index"), fresh.open().expect("an index"));
        assert_eq!(files(&updated), files(&fresh));
        assert_eq!(skipped(&updated), skipped(&fresh));
        for question in QUESTIONS {
            assert_eq!(answer(&updated, question), answer(&fresh, question), "{question}");
        }
    }

    /// What a run did, what the index holds, what was skipped and noticed.
    fn outline(&self, report: &IndexReport) -> String {
        let (added, changed) = (report.n_added, report.n_changed);
        let (removed, unchanged) = (report.n_removed, report.n_unchanged);
        let mut shown = format!("added {added}, changed {changed}, removed {removed}, unchanged {unchanged}\n");
        for record in &report.manifest.files {
            shown += &format!("{} {}\n", record.path, record.language);
        }
        for record in &report.manifest.skipped {
            shown += &format!("- {}: {}\n", record.path, record.detail);
        }
        for notice in &report.notices {
            shown += &format!("! {notice}\n");
        }
        shown.replace(&*self.repository.path().to_string_lossy(), "<root>")
    }

    fn ask(&self, question: &str) -> String {
        let engine = self.updated();
        let searcher = engine.open().expect("an index");
        let shown = answer(&searcher, question).into_iter().map(|hit| {
            let symbol = hit.symbol.map_or(String::new(), |symbol| format!(" {}", symbol.qualified_name));
            format!("{}:{}{symbol}\n", hit.path, hit.span.start_line)
        });
        shown.collect()
    }
}

fn answer(searcher: &Searcher<'_>, question: &str) -> Vec<Hit> {
    let request = SearchRequest { query: question.to_owned(), ..SearchRequest::default() };
    searcher.search(&request).expect("an answer").hits
}

/// What the manifest says of the files, without numbers and times, which tell the history.
fn files(searcher: &Searcher<'_>) -> Vec<String> {
    let manifest = searcher.manifest();
    assert!(manifest.complete, "the index is complete");
    let show = |record: &quarry_engine::FileRecord| {
        let counts = (record.n_lines, record.n_chunks, record.n_symbols);
        format!("{} {} {:?} {:?} {counts:?}", record.path, record.language, record.health, record.hash)
    };
    manifest.files.iter().map(show).collect()
}

fn skipped(searcher: &Searcher<'_>) -> Vec<String> {
    let skipped = &searcher.manifest().skipped;
    skipped.iter().map(|record| format!("{}: {}", record.path, record.detail)).collect()
}

#[test]
fn the_first_run_adds_everything_and_the_next_does_nothing() {
    let bench = Bench::new(SHOP);
    bench.check(expect![[r#"
        added 3, changed 0, removed 0, unchanged 0
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
    "#]]);
    let settled = bench.settle();
    let again = bench.index();
    assert_eq!(again.manifest.generation, settled.manifest.generation, "nothing was committed");
    assert_eq!((again.n_unchanged, again.n_bytes), (3, 0), "nothing was read");
    assert!(!again.cancelled && again.manifest.complete);
    assert_eq!(bench.ask("basket"), "src/cart.rs:1 add_item\ndocs/guide.md:1 Guide\n");
}

#[test]
fn added_changed_renamed_and_deleted_files_are_followed() {
    let bench = Bench::new(SHOP);
    bench.step();
    bench.repository.write("src/alpha.rs", "fn alpha() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 3
        docs/guide.md markdown
        src/alpha.rs rust
        src/cart.rs rust
        src/price.py python
    "#]]);
    bench.repository.write("src/alpha.rs", "fn beta() {}\n");
    bench.check(expect![[r#"
        added 0, changed 1, removed 0, unchanged 3
        docs/guide.md markdown
        src/alpha.rs rust
        src/cart.rs rust
        src/price.py python
    "#]]);
    bench.repository.rename("src/cart.rs", "lib/cart.rs");
    bench.check(expect![[r#"
        added 1, changed 0, removed 1, unchanged 3
        docs/guide.md markdown
        lib/cart.rs rust
        src/alpha.rs rust
        src/price.py python
    "#]]);
    bench.repository.rename("src", "source");
    bench.check(expect![[r#"
        added 2, changed 0, removed 2, unchanged 2
        docs/guide.md markdown
        lib/cart.rs rust
        source/alpha.rs rust
        source/price.py python
    "#]]);
    bench.repository.remove("docs/guide.md");
    bench.check(expect![[r#"
        added 0, changed 0, removed 1, unchanged 3
        lib/cart.rs rust
        source/alpha.rs rust
        source/price.py python
    "#]]);
    bench.repository.write("lib/cart.rs", "");
    bench.check(expect![[r#"
        added 0, changed 1, removed 0, unchanged 2
        lib/cart.rs rust
        source/alpha.rs rust
        source/price.py python
    "#]]);
}

#[test]
fn ignore_files_take_effect_both_ways() {
    let bench = Bench::new(SHOP);
    bench.step();
    bench.repository.write(".gitignore", "docs/\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 1, unchanged 2
        .gitignore text
        src/cart.rs rust
        src/price.py python
    "#]]);
    bench.repository.write(".quarryignore", "*.py\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 1, unchanged 2
        .gitignore text
        .quarryignore text
        src/cart.rs rust
    "#]]);
    bench.repository.remove(".gitignore");
    bench.repository.write(".quarryignore", "");
    bench.check(expect![[r#"
        added 2, changed 1, removed 1, unchanged 1
        .quarryignore text
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
    "#]]);
}

/// Such a file has no stamp in the index, and an edit in place leaves its directory's time alone.
#[test]
fn an_ignore_file_that_is_not_indexed_itself_is_obeyed_when_it_changes() {
    let mut bench = Bench::new("//- a.rs\nfn alpha() {}\n//- b.rs\nfn beta() {}\n//- .gitignore\nnothing\n");
    bench.settings.index.hidden = false;
    bench.settle();
    bench.repository.write(".gitignore", "b.rs\n");
    let report = bench.index();
    assert_eq!((report.n_removed, report.n_unchanged), (1, 1));
    bench.assert_like_fresh();
}

#[test]
fn a_file_and_a_directory_take_each_others_place() {
    let bench = Bench::new(SHOP);
    bench.step();
    bench.repository.remove("src/cart.rs");
    bench.repository.write("src/cart.rs/inner.rs", "fn gamma() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 1, unchanged 2
        docs/guide.md markdown
        src/cart.rs/inner.rs rust
        src/price.py python
    "#]]);
    bench.repository.remove("src/cart.rs");
    bench.repository.write("src/cart.rs", "fn gamma() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 1, unchanged 2
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
    "#]]);
}

#[test]
fn a_touched_file_is_not_parsed_again() {
    let bench = Bench::new(SHOP);
    bench.settle();
    bench.repository.touch("src/cart.rs", 1_000_000_000);
    bench.check(expect![[r#"
        added 0, changed 0, removed 0, unchanged 3
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
    "#]]);
}

/// The change time and not only the modification time tells that a file changed. Windows has no change time.
#[test]
#[cfg(unix)]
fn a_change_of_equal_size_and_time_is_seen() {
    let bench = Bench::new("//- a.rs\nfn alpha() {}\n");
    bench.repository.touch("a.rs", 1_000_000_000);
    bench.settle();
    bench.repository.write("a.rs", "fn gamma() {}\n");
    bench.repository.touch("a.rs", 1_000_000_000);
    let report = bench.index();
    assert_eq!(report.n_changed, 1);
    assert_eq!(bench.ask("gamma"), "a.rs:1 gamma\n");
    bench.assert_like_fresh();
}

#[test]
fn a_file_changes_between_text_and_binary() {
    let bench = Bench::new(SHOP);
    bench.repository.write("data.rs", [0, 1, 2, 3, 0, 0, 9]);
    bench.check(expect![[r#"
        added 3, changed 0, removed 0, unchanged 0
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
        - data.rs: binary, not text
    "#]]);
    bench.repository.write("data.rs", "fn alpha() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 3
        data.rs rust
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
    "#]]);
    bench.repository.write("data.rs", [0, 1, 2, 3, 0, 0, 9]);
    bench.check(expect![[r#"
        added 0, changed 0, removed 1, unchanged 3
        docs/guide.md markdown
        src/cart.rs rust
        src/price.py python
        - data.rs: binary, not text
    "#]]);
}

#[test]
fn other_settings_build_the_index_anew() {
    let mut bench = Bench::new(SHOP);
    let before = bench.settle();
    bench.settings.index.chunk_bytes = 100;
    let report = bench.index();
    assert_eq!((report.n_added, report.n_unchanged), (3, 0));
    assert!(report.manifest.n_chunks() > before.manifest.n_chunks(), "smaller chunks");
    bench.assert_like_fresh();
    bench.settings.search.limit = 1;
    assert_eq!(bench.settle().n_unchanged, 3, "settings of search shape nothing that is stored");
    let rebuilt = bench.updated().index(Mode::Rebuild, &Quiet).expect("the repository is indexed");
    assert_eq!((rebuilt.n_added, rebuilt.n_unchanged), (3, 0));
    bench.assert_like_fresh();
}

#[test]
fn the_users_queries_replace_ours_and_broken_ones_are_named() {
    let bench = Bench::new("//- a.rs\nfn alpha() { let beta = 1; }\n");
    bench.step();
    assert_eq!(bench.ask("beta"), "a.rs:1 alpha\n");
    let query = "(let_declaration pattern: (identifier) @name) @definition.variable\n";
    bench.repository.write(".quarry/queries/rust/symbols.scm", query);
    bench.step();
    assert_eq!(bench.ask("beta").lines().find(|hit| hit.starts_with("a.rs")), Some("a.rs:1 beta"));
    bench.repository.write(".quarry/queries/rust/symbols.scm", "(no_such_node) @definition.function\n");
    let report = bench.index();
    expect![[r#"queries/rust/symbols.scm: line 1, column 2: "no_such_node"; the built-in query is used"#]]
        .assert_eq(&report.notices.join("\n"));
    bench.assert_like_fresh();
    assert_eq!(bench.ask("beta").lines().find(|hit| hit.starts_with("a.rs")), Some("a.rs:1 alpha"));
}

#[test]
fn an_empty_repository_is_an_empty_index() {
    let bench = Bench::new("");
    bench.check(expect![[r#"
        added 0, changed 0, removed 0, unchanged 0
    "#]]);
    bench.repository.write("a.rs", "fn alpha() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 0
        a.rs rust
    "#]]);
    bench.repository.remove("a.rs");
    bench.check(expect![[r#"
        added 0, changed 0, removed 1, unchanged 0
    "#]]);
}

#[test]
fn a_missing_root_is_an_error_and_makes_no_index() {
    let repository = Repository::new("");
    let engine = Engine::new(&repository.beside("nowhere"), &repository.beside("home"), Settings::default());
    let error = engine.index(Mode::Changed, &Quiet).expect_err("nothing to index");
    expect!["cannot read the root of the repository"].assert_eq(&error.to_string());
    assert!(!engine.index_dir().exists());
}

/// One random change to a small tree.
#[derive(Clone, Debug)]
enum Edit {
    Write { path: &'static str, text: &'static str },
    Remove { path: &'static str },
    Rename { from: &'static str, to: &'static str },
    Touch { path: &'static str },
    Cancelled { n_files: usize },
}

const PATHS: [&str; 6] = ["a.rs", "b.py", "c/d.rs", "c/e.md", "f", "f/g.rs"];
const TEXTS: [&str; 8] = [
    "fn alpha() { beta(); }\n",
    "def beta():\n    return gamma\n",
    "# guide\n\nThe basket of alpha, beta and gamma.\n",
    "",
    "\0\0binary",
    "alpha alpha alpha alpha\n",
    "fn add_item(basket: Basket) {}\n\nfn total_price(items: Items) {}\n",
    "struct Hidden { basket: u8 }\n",
];

impl Edit {
    /// Does what is possible: a path may be gone or a directory by now.
    fn apply(&self, bench: &Bench) {
        let is_file = |path: &str| bench.repository.path().join(path).is_file();
        let is_free = |path: &str| {
            let taken = PATHS.iter().any(|other| path.starts_with(&format!("{other}/")) && is_file(other));
            !taken && !bench.repository.path().join(path).is_dir()
        };
        match self {
            Edit::Write { path, text } if is_free(path) => bench.repository.write(path, text),
            Edit::Remove { path } if bench.repository.path().join(path).exists() => bench.repository.remove(path),
            Edit::Rename { from, to } if from != to && is_file(from) && is_free(to) && !to.starts_with(from) => {
                bench.repository.rename(from, to);
            }
            Edit::Touch { path } if is_file(path) => bench.repository.touch(path, 1_000_000_000),
            Edit::Cancelled { n_files } => {
                let stop = After::files(*n_files);
                bench.updated().index(Mode::Changed, &stop).expect("it stops in order");
            }
            _ => {}
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let path = || sample::select(&PATHS[..]);
    prop_oneof![
        5 => (path(), sample::select(&TEXTS[..])).prop_map(|(path, text)| Edit::Write { path, text }),
        2 => path().prop_map(|path| Edit::Remove { path }),
        2 => (path(), path()).prop_map(|(from, to)| Edit::Rename { from, to }),
        1 => path().prop_map(|path| Edit::Touch { path }),
        1 => (0..4usize).prop_map(|n_files| Edit::Cancelled { n_files }),
        1 => Just(Edit::Write { path: "a.rs", text: TEXTS[0] }),
    ]
}

proptest! {
    #![proptest_config(Config { cases: 12, failure_persistence: None, max_shrink_iters: 60, ..Config::default() })]

    #[test]
    fn after_any_edits_the_index_answers_like_a_fresh_one(steps in collection::vec(collection::vec(edit(), 1..4), 1..6)) {
        let bench = Bench::new("");
        for edits in steps {
            edits.iter().for_each(|edit| edit.apply(&bench));
            bench.step();
        }
    }
}
