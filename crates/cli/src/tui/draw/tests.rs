//! States in, pictures out.

use std::sync::Arc;
use std::time::Duration;

use super::{Palette, screen};
use crate::fixture::hit;
use crate::landing::Landing;
use crate::matches::Wanted;
use crate::tui::filter_row::Direction;
use crate::tui::input::Edit;
use crate::tui::preview::FileView;
use crate::tui::state::{Action, Answer, News, Note, State, Steps, Trouble};
use expect_test::{Expect, expect};
use quarry_engine::RepoPath;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

const FILE: &str = "use std::io;\n\n/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}\n\nfn other() {}\n";

fn found() -> State {
    let mut state = State::default();
    state.act(Action::Edit(Edit::Insert("check password".to_owned())));
    let wanted = Wanted::of("check password");
    let first: String = FILE.lines().skip(2).take(4).map(|line| format!("{line}\n")).collect();
    let hits = vec![
        hit("src/auth.rs", 3, &first, Some(("check_password", 4))),
        hit("crates/server/src/http/routes/passwords.rs", 120, "fn verify() {}\n", Some(("verify", 120))),
        hit("docs/größe.md", 1, "# Passwords\n", None),
    ];
    let landings = hits.iter().map(|hit| Landing::of(hit, &wanted)).collect();
    let elapsed = Duration::from_micros(3100);
    let answer = Answer { hits, landings, wanted, elapsed, n_files: 1234, ..Answer::default() };
    state.hear(News::Answer(1, Ok(Box::new(answer))));
    let file = FileView::of_file(&RepoPath::new("src/auth.rs"), FILE, "rust");
    state.hear(News::File(Arc::new(file)));
    state
}

fn drawn(state: &State, palette: Palette, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| screen(state, palette, frame)).expect("a picture");
    terminal.backend().buffer().clone()
}

#[track_caller]
fn check(state: &State, size: (u16, u16), expected: Expect) {
    let buffer = drawn(state, Palette::Colors, size);
    let rows = buffer.content.chunks(size.0.into());
    let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    let picture: String = rows.map(|row| format!("{}\n", text(row).trim_end())).collect();
    expected.assert_eq(&picture);
}

#[test]
fn wide_screens_show_results_beside_their_file() {
    check(
        &found(),
        (120, 20),
        expect![[r#"
            ❯ check password
            lang:                         path:                         kind:                         type:
             results ─────────────────────────────────────────  src/auth.rs ────────────────────────────────────────────────────────
            src/auth.rs:4                                 1.50 1 use std::io;
              function check_password                          2
            …ates/server/src/http/routes/passwords.rs:120 1.50 3▌/// Checks a password.
              function verify                                  4▌pub fn check_password(given: &str) -> bool {
            docs/größe.md:1                               1.50 5▌    given == "secret"
              rust                                             6▌}
                                                               7
                                                               8 fn other() {}








            3 results in 3.1 ms · 1,234 files                      F1 help · Tab filters · Enter open · ^Y copy · ^T why · Esc leave
        "#]],
    );
}

#[test]
fn narrow_screens_show_results_above_their_file() {
    check(
        &found(),
        (80, 24),
        expect![[r#"
            ❯ check password
            lang:               path:               kind:               type:
             results ───────────────────────────────────────────────────────────────────────
            src/auth.rs:4  check_password                                               1.50
            crates/server/src/http/routes/passwords.rs:120  verify                      1.50
            docs/größe.md:1                                                             1.50




             src/auth.rs ───────────────────────────────────────────────────────────────────
            1 use std::io;
            2
            3▌/// Checks a password.
            4▌pub fn check_password(given: &str) -> bool {
            5▌    given == "secret"
            6▌}
            7
            8 fn other() {}




            3 results in 3.1 ms · 1,234 files   F1 help · Tab filters · Enter open · ^Y copy
        "#]],
    );
    check(
        &found(),
        (40, 15),
        expect![[r#"
        ❯ check password
         results ───────────────────────────────
        src/auth.rs:4  check_password       1.50
        …r/src/http/routes/passwords.rs:120 1.50
        docs/größe.md:1                     1.50

         src/auth.rs ───────────────────────────
        1 use std::io;
        2
        3▌/// Checks a password.
        4▌pub fn check_password(given: &str) ->…
        5▌    given == "secret"
        6▌}
        7
        3 results in 3.1 ms · 1,234 files
    "#]],
    );
}

#[test]
fn before_a_question_there_are_examples() {
    check(
        &State::default(),
        (60, 8),
        expect![[r#"
            ❯ ask in plain words or by name

                             where are passwords checked
                             parse_config kind:function
                             retry lang:rust -path:tests


            F1 help · Tab filters · Enter open · ^Y copy · ^T why
        "#]],
    );
}

#[test]
fn the_first_index_shows_how_far_it_is() {
    let mut state = State::default();
    state.act(Action::Edit(Edit::Insert("run".to_owned())));
    state.hear(News::Answer(1, Err(Trouble::NoIndex)));
    state.hear(News::Indexing(Some(Steps { doing: "indexing", n_done: 300, n_wanted: 1200 })));
    check(
        &state,
        (60, 8),
        expect![[r#"
            ❯ run

                               Making the first index.
                       indexing ━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 300/1,200
                              Results come as it grows.


            indexing ━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 300/1,200              F1 help
        "#]],
    );
}

#[test]
fn what_is_typed_into_filters_and_said_below_is_seen() {
    let mut state = found();
    state.act(Action::NextField(Direction::Down));
    state.act(Action::Edit(Edit::Insert("rust".to_owned())));
    state.hear(News::Told(Note::Problem("`rus` is no language".to_owned())));
    check(
        &state,
        (60, 8),
        expect![[r#"
            ❯ check password
            lang:rust      path:          kind:          type:
             results ───────────────────────────────────────────────────
            src/auth.rs:4  check_password                           1.50
             src/auth.rs ───────────────────────────────────────────────
            3▌/// Checks a password.
            4▌pub fn check_password(given: &str) -> bool {
            `rus` is no language      F1 help · Tab filters · Enter open
        "#]],
    );
    check(
        &state,
        (40, 8),
        expect![[r#"
            ❯ check password
            lang:rust
             results ───────────────────────────────
            src/auth.rs:4  check_password       1.50
             src/auth.rs ───────────────────────────
            3▌/// Checks a password.
            4▌pub fn check_password(given: &str) ->…
            `rus` is no language             F1 help
        "#]],
    );
}

#[test]
fn a_long_note_takes_the_rows_it_needs() {
    let mut state = found();
    let told = "`rus` is no language or dialect; did you mean `rust`? `quarry languages` lists languages";
    state.hear(News::Told(Note::Problem(told.to_owned())));
    check(
        &state,
        (40, 10),
        expect![[r#"
        ❯ check password
         results ───────────────────────────────
        src/auth.rs:4  check_password       1.50
         src/auth.rs ───────────────────────────
        3▌/// Checks a password.
        4▌pub fn check_password(given: &str) ->…
        `rus` is no language or dialect; did you
        mean `rust`? `quarry languages` lists
        languages

    "#]],
    );
}

#[test]
fn help_lies_above_everything_and_fits_a_small_screen() {
    let mut state = State::default();
    state.act(Action::ToggleHelp);
    check(
        &state,
        (40, 15),
        expect![[r#"
        ❯ ask in plain words or by name
        ┌ keys ────────────────────────────────┐
        │letters    search as you type         │
        │↑ ↓  ^P ^N choose a result            │
        │PgUp PgDn  ten at a time              │
        │Enter      open in $EDITOR at the line│
        │Tab        filters; ↑ ↓ turn values   │
        │^Y         copy as context            │
        │^T         why this result            │
        │Shift ↑ ↓  scroll the preview         │
        │^U ^W      clear all, a word          │
        │^R         look for changed files     │
        │F1  ?      this help                  │
        │Esc  ^C    back, leave                │
        └──────────────────────────────────────┘
    "#]],
    );
}

#[test]
fn a_long_question_is_moved_to_its_cursor() {
    let mut state = State::default();
    state.act(Action::Edit(Edit::Insert("where are all of the passwords checked".to_owned())));
    check(
        &state,
        (20, 4),
        expect![[r#"
            ❯ passwords checked
                 searching…

            F1 help
        "#]],
    );
}

#[test]
fn no_screen_is_too_small() {
    for size in [(1, 1), (2, 3), (10, 2), (100, 1), (3, 40)] {
        drawn(&found(), Palette::Colors, size);
    }
}

#[test]
fn words_are_marked_and_colours_can_be_turned_off() {
    let cells = |palette| drawn(&found(), palette, (80, 24)).content;
    let marked: String = cells(Palette::Colors)
        .iter()
        .filter(|cell| cell.modifier.contains(Modifier::UNDERLINED))
        .map(|cell| cell.symbol())
        .collect();
    assert_eq!(marked, "Checkspasswordcheckpassword");
    assert!(cells(Palette::Colors).iter().any(|cell| cell.fg == Color::Magenta));
    assert!(cells(Palette::Plain).iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(cells(Palette::Plain).iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)));
}
