//! Texts made to break a parser: nested deeper than any stack, one endless line, NUL bytes, nothing at all.
//!
//! Every case runs in a thread with a small stack and keeps the promises of `Parsed`. No time is asserted, but a case
//! that takes seconds shows that something grows faster than its text.

use std::sync::{Arc, LazyLock};

use expect_test::{Expect, expect};
use quarry_parse::{ChunkSize, Languages, parse};
use quarry_source::{Parsed, RepoPath};

#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/samples.rs"]
mod samples;

/// Worker threads have 2 MiB by default, musl gives 128 KiB; what needs this little runs anywhere.
const STACK_BYTES: usize = 512 * 1024;
const DEEP: usize = 10_000;

static LANGUAGES: LazyLock<Arc<Languages>> = LazyLock::new(Arc::default);

/// Parses with a small stack and checks the promises.
#[track_caller]
fn parsed(path: &str, text: String) -> Parsed {
    let languages = Arc::clone(&LANGUAGES);
    let path = path.to_owned();
    let name = path.clone();
    let run = move || {
        let size = ChunkSize::default();
        let parsed = parse(&languages, &RepoPath::new(&path), &text, size);
        (invariants::check(&text, &parsed, size), parsed)
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(run).expect("a thread");
    let (checked, parsed) = thread.join().expect("no panic");
    assert_eq!(checked, Ok(()), "{name}");
    parsed
}

/// One line per file: what it was parsed into.
#[track_caller]
fn check(cases: impl IntoIterator<Item = (&'static str, String)>, expected: Expect) {
    let mut shown = String::new();
    for (path, text) in cases {
        let parsed = parsed(path, text);
        let status = parsed.health.status.as_str();
        let counts = (parsed.chunks.len(), parsed.symbols.len(), parsed.references.len());
        shown += &format!("{path} {status}: {} chunks, {} symbols, {} references\n", counts.0, counts.1, counts.2);
    }
    expected.assert_eq(&shown);
}

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn deep_nesting_needs_no_deep_stack() {
    check(
        [
            ("a.rs", format!("fn f() {{ {} }}", nested("(", "1", ")"))),
            ("b.rs", nested("{", "", "}")),
            ("c.rs", nested("mod a {\n", "fn f() {}\n", "}\n")),
            ("a.js", nested("(", "1", ")")),
            ("b.js", nested("[", "", "]")),
            // Less deep than the others: looking for a wrapper around each costs the square of the depth.
            ("c.js", format!("{}{}", "function f() {".repeat(DEEP / 10), "}".repeat(DEEP / 10))),
            ("a.py", format!("x = {}", nested("(", "1", ")"))),
            ("a.c", format!("int x = {};", nested("(", "1", ")"))),
            ("b.c", nested("{", "", "}")),
            ("a.java", nested("class A {", "", "}")),
            ("a.go", format!("package a\nvar x = {}", nested("(", "1", ")"))),
            ("a.json", nested("[", "1", "]")),
            ("b.json", nested("{\"a\":", "1", "}")),
            ("a.xml", nested("<a>", "x", "</a>")),
            ("a.html", nested("<div>", "x", "</div>")),
            ("a.yaml", nested("[", "1", "]")),
            ("a.toml", format!("x = {}", nested("[", "1", "]"))),
            ("a.md", format!("{} x\n", ">".repeat(DEEP))),
            ("b.md", nested("> ", "x", "\n")),
            ("a.hs", format!("x = {}", nested("(", "1", ")"))),
            ("a.rb", nested("module A\n", "", "end\n")),
            ("a.sh", format!("x={}", nested("$(", "a", ")"))),
            ("a.css", nested("a {", "", "}")),
            ("a.txt", nested("(", "", ")")),
        ],
        expect![[r#"
            a.rs ok: 22 chunks, 1 symbols, 0 references
            b.rs ok: 20 chunks, 0 symbols, 0 references
            c.rs ok: 161 chunks, 10001 symbols, 0 references
            a.js ok: 21 chunks, 0 symbols, 0 references
            b.js ok: 20 chunks, 0 symbols, 0 references
            c.js ok: 17 chunks, 1000 symbols, 0 references
            a.py ok: 22 chunks, 1 symbols, 0 references
            a.c ok: 22 chunks, 1 symbols, 0 references
            b.c ok: 20 chunks, 0 symbols, 0 references
            a.java ok: 102 chunks, 10000 symbols, 0 references
            a.go ok: 22 chunks, 1 symbols, 0 references
            a.json ok: 21 chunks, 0 symbols, 0 references
            b.json ok: 61 chunks, 2 symbols, 0 references
            a.xml error: 71 chunks, 0 symbols, 0 references
            a.html partial: 111 chunks, 0 symbols, 0 references
            a.yaml ok: 21 chunks, 0 symbols, 0 references
            a.toml ok: 22 chunks, 1 symbols, 0 references
            a.md ok: 11 chunks, 0 symbols, 0 references
            b.md ok: 21 chunks, 0 symbols, 0 references
            a.hs error: 22 chunks, 0 symbols, 0 references
            a.rb ok: 249 chunks, 10000 symbols, 0 references
            a.sh ok: 31 chunks, 1 symbols, 1 references
            a.css ok: 42 chunks, 10000 symbols, 0 references
            a.txt no_grammar: 20 chunks, 0 symbols, 0 references
        "#]],
    );
}

#[test]
fn what_is_opened_and_never_closed_is_no_trouble() {
    check(
        [
            ("a.rs", "mod a { fn f() { (".repeat(DEEP)),
            ("a.js", "function f() { [(".repeat(DEEP)),
            ("a.py", "(".repeat(DEEP)),
            ("a.json", "{\"a\":[".repeat(DEEP)),
            ("a.xml", "<a b='".repeat(DEEP / 10)),
            ("a.c", "struct a { int b[".repeat(DEEP)),
            ("a.rb", "def a\n".repeat(DEEP)),
            ("a.sh", "if a; then $(".repeat(DEEP)),
            ("a.md", "- [a](".repeat(DEEP)),
            ("a.cpp", "template<a<".repeat(DEEP)),
        ],
        expect![[r#"
            a.rs error: 181 chunks, 0 symbols, 9999 references
            a.js error: 171 chunks, 0 symbols, 0 references
            a.py error: 10 chunks, 0 symbols, 0 references
            a.json error: 60 chunks, 0 symbols, 0 references
            a.xml error: 7 chunks, 0 symbols, 0 references
            a.c error: 171 chunks, 0 symbols, 0 references
            a.rb error: 61 chunks, 0 symbols, 0 references
            a.sh error: 131 chunks, 0 symbols, 10000 references
            a.md ok: 61 chunks, 0 symbols, 0 references
            a.cpp error: 110 chunks, 0 symbols, 0 references
        "#]],
    );
}

/// 10 MB of text, ten times what is indexed by default; less where every few bytes are a node of the tree.
#[test]
fn one_endless_line_is_cut_everywhere() {
    let filled = |unit: &str| unit.repeat(10_000_000 / unit.len());
    let filled_code = |unit: &str| unit.repeat(500_000 / unit.len());
    check(
        [
            ("a.txt", filled("word ")),
            ("b.txt", filled("x")),
            ("c.txt", filled("漢")),
            ("a.js", filled_code("a=b;")),
            ("a.json", format!("[{}1]", filled_code("1,"))),
            ("a.py", format!("x = '{}'", filled("a b"))),
            ("a.md", filled_code("word ")),
        ],
        expect![[r#"
            a.txt no_grammar: 10051 chunks, 0 symbols, 0 references
            b.txt no_grammar: 10000 chunks, 0 symbols, 0 references
            c.txt no_grammar: 10011 chunks, 0 symbols, 0 references
            a.js ok: 500 chunks, 0 symbols, 0 references
            a.json ok: 501 chunks, 0 symbols, 0 references
            a.py ok: 10011 chunks, 1 symbols, 0 references
            a.md ok: 503 chunks, 0 symbols, 0 references
        "#]],
    );
}

#[test]
fn many_small_things_take_time_in_proportion() {
    const BYTES: usize = 100_000;
    let filled = |unit: &str| unit.repeat(BYTES / unit.len());
    check(
        [
            ("a.js", filled("a = b;\n")),
            ("a.py", filled("a = b\n")),
            ("b.js", filled("function a(){}\n")),
            ("a.rs", filled("fn a(){}\n")),
            ("b.rs", filled("// a comment of some words\n")),
            ("c.rs", filled("/* a */ ")),
            ("a.ts", filled("export const a = 1;\n")),
            ("a.c", filled("int a;\n")),
            ("b.c", filled("#define A 1\n")),
            ("a.json", format!("{{{}\"a\":1}}", filled("\"a\":1,\n"))),
            ("a.yaml", filled("a: 1\n")),
            ("a.md", filled("# a\n")),
            ("a.hs", filled("a 1 = 2\n")),
            ("a.tf", filled("a \"b\" {}\n")),
        ],
        expect![[r#"
            a.js ok: 101 chunks, 0 symbols, 0 references
            a.py ok: 101 chunks, 16666 symbols, 0 references
            b.js ok: 101 chunks, 6666 symbols, 0 references
            a.rs ok: 101 chunks, 11111 symbols, 0 references
            b.rs ok: 101 chunks, 0 symbols, 0 references
            c.rs ok: 101 chunks, 0 symbols, 0 references
            a.ts ok: 100 chunks, 5000 symbols, 0 references
            a.c ok: 101 chunks, 0 symbols, 0 references
            b.c ok: 101 chunks, 8333 symbols, 0 references
            a.json ok: 101 chunks, 14286 symbols, 0 references
            a.yaml ok: 100 chunks, 20000 symbols, 0 references
            a.md ok: 100 chunks, 25000 symbols, 0 references
            a.hs ok: 100 chunks, 1 symbols, 0 references
            a.tf ok: 101 chunks, 11111 symbols, 0 references
        "#]],
    );
}

#[test]
fn bytes_that_are_no_code_are_only_text() {
    let odd = |path: &'static str| {
        [
            (path, String::new()),
            (path, "\n".repeat(5000)),
            (path, " \t\r\n\u{a0}\u{2028}\n".repeat(500)),
            (path, "\0".repeat(3000)),
            (path, "a\0b\n\0\n".repeat(500)),
            (path, "\u{feff}a\u{feff}\n".repeat(500)),
            (path, "\r".repeat(3000)),
            (path, "a\r".repeat(3000)),
            (path, "🦀".repeat(3000)),
            (path, "x".to_owned()),
        ]
    };
    check(
        ["a.rs", "a.py", "a.json", "a.md", "Dockerfile", "a.txt"].into_iter().flat_map(odd),
        expect![[r#"
        a.rs ok: 0 chunks, 0 symbols, 0 references
        a.rs ok: 0 chunks, 0 symbols, 0 references
        a.rs partial: 0 chunks, 0 symbols, 0 references
        a.rs partial: 3 chunks, 0 symbols, 0 references
        a.rs partial: 4 chunks, 0 symbols, 0 references
        a.rs partial: 4 chunks, 0 symbols, 0 references
        a.rs ok: 0 chunks, 0 symbols, 0 references
        a.rs partial: 7 chunks, 0 symbols, 0 references
        a.rs partial: 12 chunks, 0 symbols, 0 references
        a.rs partial: 1 chunks, 0 symbols, 0 references
        a.py ok: 0 chunks, 0 symbols, 0 references
        a.py ok: 0 chunks, 0 symbols, 0 references
        a.py partial: 0 chunks, 0 symbols, 0 references
        a.py partial: 3 chunks, 0 symbols, 0 references
        a.py partial: 4 chunks, 0 symbols, 0 references
        a.py partial: 4 chunks, 0 symbols, 0 references
        a.py ok: 0 chunks, 0 symbols, 0 references
        a.py partial: 7 chunks, 0 symbols, 0 references
        a.py partial: 12 chunks, 0 symbols, 0 references
        a.py ok: 1 chunks, 0 symbols, 0 references
        a.json ok: 0 chunks, 0 symbols, 0 references
        a.json ok: 0 chunks, 0 symbols, 0 references
        a.json partial: 0 chunks, 0 symbols, 0 references
        a.json partial: 3 chunks, 0 symbols, 0 references
        a.json partial: 4 chunks, 0 symbols, 0 references
        a.json partial: 4 chunks, 0 symbols, 0 references
        a.json ok: 0 chunks, 0 symbols, 0 references
        a.json partial: 7 chunks, 0 symbols, 0 references
        a.json partial: 12 chunks, 0 symbols, 0 references
        a.json partial: 1 chunks, 0 symbols, 0 references
        a.md ok: 0 chunks, 0 symbols, 0 references
        a.md ok: 0 chunks, 0 symbols, 0 references
        a.md ok: 0 chunks, 0 symbols, 0 references
        a.md partial: 3 chunks, 0 symbols, 0 references
        a.md partial: 4 chunks, 0 symbols, 0 references
        a.md ok: 4 chunks, 0 symbols, 0 references
        a.md ok: 0 chunks, 0 symbols, 0 references
        a.md ok: 7 chunks, 0 symbols, 0 references
        a.md ok: 12 chunks, 0 symbols, 0 references
        a.md ok: 1 chunks, 0 symbols, 0 references
        Dockerfile ok: 0 chunks, 0 symbols, 0 references
        Dockerfile ok: 0 chunks, 0 symbols, 0 references
        Dockerfile partial: 0 chunks, 0 symbols, 0 references
        Dockerfile partial: 3 chunks, 0 symbols, 0 references
        Dockerfile partial: 4 chunks, 0 symbols, 0 references
        Dockerfile partial: 4 chunks, 0 symbols, 0 references
        Dockerfile ok: 0 chunks, 0 symbols, 0 references
        Dockerfile partial: 7 chunks, 0 symbols, 0 references
        Dockerfile partial: 12 chunks, 0 symbols, 0 references
        Dockerfile partial: 1 chunks, 0 symbols, 0 references
        a.txt no_grammar: 0 chunks, 0 symbols, 0 references
        a.txt no_grammar: 0 chunks, 0 symbols, 0 references
        a.txt no_grammar: 0 chunks, 0 symbols, 0 references
        a.txt no_grammar: 3 chunks, 0 symbols, 0 references
        a.txt no_grammar: 4 chunks, 0 symbols, 0 references
        a.txt no_grammar: 4 chunks, 0 symbols, 0 references
        a.txt no_grammar: 0 chunks, 0 symbols, 0 references
        a.txt no_grammar: 7 chunks, 0 symbols, 0 references
        a.txt no_grammar: 12 chunks, 0 symbols, 0 references
        a.txt no_grammar: 1 chunks, 0 symbols, 0 references
    "#]],
    );
}

/// Every language at once: NUL bytes and long lines in the middle of real code.
#[test]
fn every_sample_survives_what_does_not_belong_in_it() {
    for (path, text) in samples::all() {
        let path: &'static str = path.leak();
        let middle = text.floor_char_boundary(text.len() / 2);
        let (before, behind) = text.split_at(middle);
        for junk in ["\0\0\0", "\u{feff}", "((((((((", "\r\r\n", &"x ".repeat(2000), &"/*".repeat(200)] {
            parsed(path, format!("{before}{junk}{behind}"));
        }
        parsed(path, text.replace('\n', "\r\n"));
        parsed(path, text.replace('\n', "\r"));
        parsed(path, text.repeat(20));
    }
}
