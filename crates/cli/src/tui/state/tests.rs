//! Keys and news in, effects out.

use std::sync::Arc;

use super::{Action, Answer, Effect, Focus, News, Note, Pane, State, Steps, Trouble};
use crate::fixture::hit;
use crate::landing::Landing;
use crate::matches::Wanted;
use crate::tui::filter_row::{Direction, Field};
use crate::tui::input::Edit;
use crate::tui::preview::FileView;
use quarry_engine::RepoPath;

fn typed(text: &str) -> Action {
    Action::Edit(Edit::Insert(text.to_owned()))
}

/// An answer with a hit in each of these files.
fn answer(paths: &[&str]) -> Box<Answer> {
    let wanted = Wanted::of("run");
    let hits: Vec<_> = paths.iter().map(|path| hit(path, 5, "fn run() {}\n", Some(("run", 5)))).collect();
    let landings = hits.iter().map(|hit| Landing::of(hit, &wanted)).collect();
    Box::new(Answer { landings, hits, wanted, ..Answer::default() })
}

/// A search with results.
fn found(paths: &[&str]) -> State {
    let mut state = State::default();
    state.act(typed("run"));
    state.hear(News::Answer(1, Ok(answer(paths))));
    state
}

fn asked(effects: &[Effect]) -> Option<(u64, &str)> {
    match effects {
        [Effect::Ask(question)] => Some((question.number, &question.query)),
        _ => None,
    }
}

#[test]
fn every_key_asks_and_only_the_last_answer_counts() {
    let mut state = State::default();
    assert_eq!(asked(&state.act(typed("r"))), Some((1, "r")));
    assert_eq!(asked(&state.act(typed("un"))), Some((2, "run")));
    assert!(state.is_waiting());
    assert_eq!(state.hear(News::Answer(1, Ok(answer(&["old.rs"])))), []);
    assert!(state.hit().is_none() && state.is_waiting());
    let effects = state.hear(News::Answer(2, Ok(answer(&["new.rs"]))));
    assert_eq!(effects, [Effect::Show(RepoPath::new("new.rs"))]);
    assert!(!state.is_waiting());
}

#[test]
fn a_question_that_is_deleted_takes_its_results_along() {
    let mut state = found(&["a.rs"]);
    assert_eq!(state.act(Action::Edit(Edit::Clear)), []);
    assert!(state.hit().is_none() && !state.is_waiting());
    // What was on its way does not come back.
    state.act(typed("x"));
    state.act(Action::Edit(Edit::Backspace));
    assert_eq!(state.hear(News::Answer(3, Ok(answer(&["late.rs"])))), []);
    assert!(state.hit().is_none());
}

#[test]
fn moving_the_cursor_asks_nothing() {
    let mut state = found(&["a.rs"]);
    assert_eq!(state.act(Action::Edit(Edit::Left)), []);
    assert_eq!(state.act(Action::Edit(Edit::Home)), []);
    assert_eq!(state.act(Action::Edit(Edit::Backspace)), []);
}

#[test]
fn the_selection_stays_in_the_list_and_shows_its_file() {
    let mut state = found(&["a.rs", "b.rs", "c.rs"]);
    assert_eq!(state.act(Action::Select(Direction::Up)), []);
    assert_eq!(state.act(Action::Select(Direction::Down)), [Effect::Show(RepoPath::new("b.rs"))]);
    state.act(Action::SelectPage(Direction::Down));
    assert_eq!(state.selected, 2);
    assert_eq!(state.act(Action::Select(Direction::Down)), []);
    state.act(Action::SelectPage(Direction::Up));
    assert_eq!(state.selected, 0);
}

#[test]
fn a_fresher_answer_keeps_the_selected_result() {
    let mut state = found(&["a.rs", "b.rs"]);
    state.act(Action::Select(Direction::Down));
    assert_eq!(asked(&state.hear(News::Changed)), Some((2, "run")));
    state.hear(News::Answer(2, Ok(answer(&["new.rs", "a.rs", "b.rs"]))));
    assert_eq!(state.selected, 2);
    state.hear(News::Changed);
    state.hear(News::Answer(3, Ok(answer(&["a.rs"]))));
    assert_eq!(state.selected, 0);
}

#[test]
fn filters_are_added_to_the_question_and_left_by_escape() {
    let mut state = found(&["a.rs"]);
    state.act(Action::NextField(Direction::Down));
    assert_eq!(state.focus, Focus::Filter(Field::Language));
    assert_eq!(asked(&state.act(typed("rust"))), Some((2, "run lang:rust")));
    state.act(Action::NextField(Direction::Down));
    state.act(Action::NextField(Direction::Down));
    assert_eq!(asked(&state.act(Action::Select(Direction::Down))), Some((3, "run lang:rust kind:function")));
    assert_eq!(state.act(Action::Back), []);
    assert_eq!(state.focus, Focus::Question);
    assert_eq!(state.act(Action::Back), [Effect::Leave]);
}

#[test]
fn half_a_filter_is_told_and_keeps_the_results() {
    let mut state = found(&["a.rs"]);
    state.act(typed(" lang:rus"));
    state.hear(News::Answer(2, Err(Trouble::Failed("`rus` is no language".to_owned()))));
    assert_eq!(state.note, Some(Note::Problem("`rus` is no language".to_owned())));
    assert!(state.hit().is_some() && !state.is_waiting());
    state.act(typed("t"));
    assert_eq!(state.note, None);
}

#[test]
fn a_hit_is_opened_where_it_is_named() {
    let mut state = found(&["a.rs"]);
    let effects = state.act(Action::Open);
    assert_eq!(
        effects,
        [Effect::Open(RepoPath::new("a.rs"), Landing { line: 5, offset: 3, text: "fn run() {}".to_owned() })]
    );
    assert_eq!(State::default().act(Action::Open), []);
}

#[test]
fn a_context_is_assembled_first_and_copied_then() {
    let mut state = found(&["a.rs"]);
    assert_eq!(state.act(Action::Copy), [Effect::Assemble("run".to_owned())]);
    let effects = state.hear(News::Context(Ok(("text".to_owned(), 1200))));
    assert_eq!(effects, [Effect::Clipboard("text".to_owned())]);
    let told = "copied 1,200 tokens of context, through the terminal (OSC 52)";
    assert_eq!(state.note, Some(Note::Remark(told.to_owned())));
    assert_eq!(State::default().act(Action::Copy), []);
}

#[test]
fn reasons_are_asked_for_when_they_are_shown() {
    let mut state = found(&["a.rs"]);
    let effects = state.act(Action::ToggleWhy);
    assert!(matches!(&effects[..], [Effect::Ask(question)] if question.explain));
    assert_eq!((state.pane, state.act(Action::ToggleWhy)), (Pane::Why, Vec::new()));
    assert_eq!(state.pane, Pane::Preview);
}

#[test]
fn help_is_closed_by_any_key_and_the_key_does_nothing_else() {
    let mut state = found(&["a.rs"]);
    state.act(Action::ToggleHelp);
    assert!(state.is_helping);
    assert_eq!(state.act(typed("x")), []);
    assert!(!state.is_helping && state.question.text() == "run");
    state.act(Action::ToggleHelp);
    assert_eq!(state.act(Action::Leave), [Effect::Leave]);
}

#[test]
fn the_preview_scrolls_to_the_ends_of_the_file_and_no_further() {
    let mut state = found(&["a.rs", "b.rs"]);
    let file = FileView::of_file(&RepoPath::new("a.rs"), &"line\n".repeat(12), "rust");
    state.hear(News::File(Arc::new(file)));
    for (direction, expected) in [(Direction::Up, -4), (Direction::Down, 7)] {
        for _ in 0..9 {
            state.act(Action::Scroll(direction));
        }
        assert_eq!(state.scrolled, expected);
    }
    state.act(Action::Select(Direction::Down));
    assert_eq!(state.scrolled, 0);
}

#[test]
fn the_first_index_is_waited_for_and_then_asked() {
    let mut state = State::default();
    state.act(typed("run"));
    state.hear(News::Answer(1, Err(Trouble::NoIndex)));
    state.hear(News::Indexing(Some(Steps { doing: "indexing", n_done: 1, n_wanted: 9 })));
    assert!(state.has_no_index && state.is_waiting());
    state.hear(News::Indexing(None));
    assert_eq!(asked(&state.hear(News::Changed)), Some((2, "run")));
    state.hear(News::Answer(2, Ok(answer(&["a.rs"]))));
    assert!(!state.has_no_index && state.hit().is_some());
}
