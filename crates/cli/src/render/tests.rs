//! Hits in, text without colours out.

use super::{Closing, Length, View, closing, hits};
use crate::fixture;
use crate::matches::Wanted;
use expect_test::{Expect, expect};
use quarry_engine::{Excerpts, Hit, HitSymbol};

fn hit(text: &str, first_line: u32, name_line: u32) -> Hit {
    let mut hit = fixture::hit("src/a.rs", first_line, text, Some(("run", name_line)));
    hit.symbol = hit.symbol.map(|symbol| HitSymbol { qualified_name: "app::run".into(), ..symbol });
    hit
}

fn view(query: &str, length: Length) -> View {
    View {
        wanted: Wanted::of(query),
        excerpts: Excerpts::for_query(query),
        max_line_chars: 30,
        length,
        is_coloured: true,
        prefix: String::new(),
    }
}

#[track_caller]
fn check(hit: Hit, length: Length, expected: Expect) {
    let text = hits(&[hit], &view("run", length));
    expected.assert_eq(&anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn a_hit_has_a_heading_and_numbered_lines() {
    check(
        hit("fn run() {\n\tgo();\n}\n", 9, 9),
        Length::Short,
        expect![[r#"
            src/a.rs:9-11  function app::run  (rust)  1.50
             9: fn run() {
            10:     go();
            11: }

        "#]],
    );
}

#[test]
fn long_hits_and_long_lines_are_cut() {
    let text = format!("fn run() {{ {} }}\n{}", "x".repeat(40), "line\n".repeat(20));
    check(
        hit(&text, 1, 1),
        Length::Short,
        expect![[r#"
            src/a.rs:1-21  function app::run  (rust)  1.50
             1: fn run() { xxxxxxxxxxxxxxxxxxx…
             2: line
             3: line
             4: line
             5: line
             6: line
             7: line
             8: line
             9: line
            10: line
            11: line
            12: line
                … 9 more lines

        "#]],
    );
}

#[test]
fn a_late_name_moves_the_window() {
    let text = format!("{}fn run() {{\n{}}}", "/// doc\n".repeat(20), "    go();\n".repeat(9));
    check(
        hit(&text, 101, 121),
        Length::Short,
        expect![[r#"
            src/a.rs:101-131  function app::run  (rust)  1.50
                 … 18 more lines above
            119: /// doc
            120: /// doc
            121: fn run() {
            122:     go();
            123:     go();
            124:     go();
            125:     go();
            126:     go();
            127:     go();
            128:     go();
            129:     go();
            130:     go();
                 … 1 more line

        "#]],
    );
}

#[test]
fn lines_that_answer_are_shown_before_lines_that_do_not() {
    let text = format!("{}    let run = 1;\n{}", "    skip();\n".repeat(20), "    skip();\n".repeat(3));
    check(
        hit(&text, 11, 1),
        Length::Short,
        expect![[r#"
            src/a.rs:11-34  function app::run  (rust)  1.50
                … 12 more lines above
            23:     skip();
            24:     skip();
            25:     skip();
            26:     skip();
            27:     skip();
            28:     skip();
            29:     skip();
            30:     skip();
            31:     let run = 1;
            32:     skip();
            33:     skip();
            34:     skip();

        "#]],
    );
}

#[test]
fn words_of_the_question_are_underlined_and_code_is_coloured() {
    let text = hits(&[hit("let runner = \"run\";", 1, 1)], &view("run", Length::Full));
    let line = text.lines().nth(1).unwrap_or_default();
    expect![[r#""\u{1b}[2m1:\u{1b}[0m \u{1b}[35mlet\u{1b}[0m runner = \u{1b}[32m\"\u{1b}[0m\u{1b}[1m\u{1b}[4m\u{1b}[32mrun\u{1b}[0m\u{1b}[32m\"\u{1b}[0m;""#]]
    .assert_eq(&format!("{line:?}"));
}

#[test]
fn source_cannot_steer_the_terminal() {
    let text = hits(&[hit("// \u{1b}[2J\rgone", 1, 1)], &view("x", Length::Full));
    assert!(anstream::adapter::strip_str(&text).to_string().contains("// \u{241b}[2J\u{240d}gone"));
}

#[test]
fn the_closing_line_says_how_many_how_fast_and_how_fresh() {
    let line = closing(&Closing {
        n_hits: 1,
        elapsed: std::time::Duration::from_micros(3120),
        n_files: 1234,
        is_fresh: false,
    });
    expect!["1 result in 3.1 ms · 1,234 files · index not refreshed\n"]
        .assert_eq(&anstream::adapter::strip_str(&line).to_string());
}
