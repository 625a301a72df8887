//! Files that vanish, cannot be read, are links or in odd encodings; a run that is cancelled.

use std::sync::atomic::{AtomicUsize, Ordering};

use expect_test::expect;
use quarry_engine::{Mode, Progress, SearchMode, Stage};

use super::{Bench, SHOP};

/// Does something to the repository between discovery and reading.
struct Meanwhile<F: Fn() + Sync>(F);

impl<F: Fn() + Sync> Progress for Meanwhile<F> {
    fn begin(&self, stage: Stage, n_steps: usize) {
        if stage == Stage::Indexing && n_steps > 0 {
            (self.0)();
        }
    }
}

/// A directory in place of a file cannot be read even by root, whom permission bits do not bind.
#[test]
fn a_file_that_vanishes_or_cannot_be_read_is_named_and_the_rest_is_indexed() {
    let bench = Bench::new(SHOP);
    let meanwhile = Meanwhile(|| {
        bench.repository.remove("src/cart.rs");
        bench.repository.remove("src/price.py");
        bench.repository.write("src/price.py/inner.txt", "text");
    });
    let report = bench.updated().index(Mode::Changed, &meanwhile).expect("the rest is indexed");
    expect![[r#"
        added 1, changed 0, removed 0, unchanged 0
        docs/guide.md markdown
        - src/cart.rs: cannot be read: failed to open file `<root>/src/cart.rs`: No such file or directory (os error 2)
        - src/price.py: cannot be read: failed to read from file `<root>/src/price.py`: Is a directory (os error 21)
    "#]]
    .assert_eq(&bench.outline(&report));
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 1
        docs/guide.md markdown
        src/price.py/inner.txt text
    "#]]);
}

#[test]
fn files_in_odd_encodings_and_with_odd_names_are_indexed() {
    let mut bench = Bench::new("");
    // To the model gamma is much like alpha.
    bench.settings.search.mode = SearchMode::Keyword;
    bench.settings.index.max_file_bytes = 20_000_000;
    let utf16: Vec<u8> = "\u{feff}fn beta() {}\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bench.repository.write("utf16.rs", utf16);
    bench.repository.write("latin 1.rs", b"// gr\xfc\xdfe\nfn alpha() {}\n");
    bench.repository.write("žluť/漢字.rs", "fn gamma() {}\n");
    bench.repository.write("broken.rs", b"// \xc3\xa9\xc3\xa9\xc3\xa9 \xff\nfn alpha() {}\n");
    let nul_behind_the_head = format!("{}\0 beta", "word ".repeat(2000));
    bench.repository.write("nul.txt", nul_behind_the_head);
    bench.repository.write("line.txt", "gamma ".repeat(10_000_000 / 6));
    bench.check(expect![[r#"
        added 6, changed 0, removed 0, unchanged 0
        broken.rs rust
        latin 1.rs rust
        line.txt text
        nul.txt text
        utf16.rs rust
        žluť/漢字.rs rust
    "#]]);
    // A name alone asks for its definition first.
    assert_eq!(bench.ask("gamma"), "žluť/漢字.rs:1 gamma\nline.txt:1\nline.txt:1\n");
}

#[test]
#[cfg(unix)]
fn links_are_named_and_never_followed() {
    let bench = Bench::new("//- a/b.rs\nfn alpha() {}\n");
    bench.repository.link("a/loop", "..");
    bench.repository.link("self", "self");
    bench.repository.link("c.rs", "a/b.rs");
    bench.repository.link("out", "/");
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 0
        a/b.rs rust
        - a/loop: a link that leads back to itself
        - c.rs: a link; its target is indexed where it is
        - out: a link that leaves the repository
        - self: a link that leads back to itself
    "#]]);
    bench.repository.remove("c.rs");
    bench.repository.write("c.rs", "fn beta() {}\n");
    bench.check(expect![[r#"
        added 1, changed 0, removed 0, unchanged 1
        a/b.rs rust
        c.rs rust
        - a/loop: a link that leads back to itself
        - out: a link that leaves the repository
        - self: a link that leads back to itself
    "#]]);
}

/// Cancels after so many files.
pub(super) struct After {
    n_files: usize,
    n_done: AtomicUsize,
}

impl After {
    pub(super) fn files(n_files: usize) -> After {
        After { n_files, n_done: AtomicUsize::new(0) }
    }
}

impl Progress for After {
    fn advance(&self, n_steps: usize) {
        self.n_done.fetch_add(n_steps, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.n_done.load(Ordering::Relaxed) >= self.n_files
    }
}

#[test]
fn a_cancelled_run_keeps_what_it_did_and_the_next_completes_it() {
    for n_files in [0, 1, 7, 19] {
        let mut bench = Bench::new("");
        bench.settings.index.threads = 2;
        for number in 0..20 {
            bench.repository.write(&format!("src/file{number}.rs"), format!("fn alpha{number}() {{ beta(); }}\n"));
        }
        let stop = || After::files(n_files);
        let report = bench.updated().index(Mode::Changed, &stop()).expect("it stops in order");
        assert!(report.cancelled && !report.manifest.complete);
        // Each thread may be in the middle of a file when the end comes.
        assert!((n_files..=20).contains(&report.n_added), "{} of {n_files}", report.n_added);
        assert_eq!(bench.ask("beta").lines().count(), report.n_added.min(10), "what is done can be found");
        let rest = bench.index();
        assert_eq!(rest.n_added, 20 - report.n_added);
        bench.assert_like_fresh();
        // Cancelled while files are replaced: the old ones stay until the new ones are there.
        for number in 0..20 {
            bench.repository.write(&format!("src/file{number}.rs"), format!("fn gamma{number}() {{ beta(); }}\n"));
        }
        let report = bench.updated().index(Mode::Changed, &stop()).expect("it stops in order");
        assert!(report.cancelled && !report.manifest.complete && report.manifest.files.len() == 20);
        bench.index();
        bench.assert_like_fresh();
    }
}
