//! What each key means.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::filter_row::Direction;
use super::input::Edit;
use super::state::{Action, State};

/// Keys and what they do, for the page of help. Narrow enough for forty columns.
pub(crate) const HELP: [(&str, &str); 12] = [
    ("letters", "search as you type"),
    ("↑ ↓  ^P ^N", "choose a result"),
    ("PgUp PgDn", "ten at a time"),
    ("Enter", "open in $EDITOR at the line"),
    ("Tab", "filters; ↑ ↓ turn values"),
    ("^Y", "copy as context"),
    ("^T", "why this result"),
    ("Shift ↑ ↓", "scroll the preview"),
    ("^U ^W", "clear all, a word"),
    ("^R", "look for changed files"),
    ("F1  ?", "this help"),
    ("Esc  ^C", "back, leave"),
];

/// The action of an event, if it has one.
pub(crate) fn action(event: &Event, state: &State) -> Option<Action> {
    match event {
        Event::Paste(text) => Some(Action::Edit(Edit::Insert(text.clone()))),
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key, state),
        _ => None,
    }
}

fn of_key(key: &KeyEvent, state: &State) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return with_control(key.code);
    }
    let moves_pane = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Up if moves_pane => Action::Scroll(Direction::Up),
        KeyCode::Down if moves_pane => Action::Scroll(Direction::Down),
        KeyCode::Up => Action::Select(Direction::Up),
        KeyCode::Down => Action::Select(Direction::Down),
        KeyCode::PageUp => Action::SelectPage(Direction::Up),
        KeyCode::PageDown => Action::SelectPage(Direction::Down),
        KeyCode::Tab => Action::NextField(Direction::Down),
        KeyCode::BackTab => Action::NextField(Direction::Up),
        KeyCode::Enter => Action::Open,
        KeyCode::Esc => Action::Back,
        KeyCode::F(1) => Action::ToggleHelp,
        KeyCode::F(2) => Action::ToggleWhy,
        KeyCode::F(5) => Action::Refresh,
        // A question may end with it.
        KeyCode::Char('?') if state.input().text().is_empty() => Action::ToggleHelp,
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::ALT) => {
            Action::Edit(Edit::Insert(letter.to_string()))
        }
        KeyCode::Backspace => Action::Edit(Edit::Backspace),
        KeyCode::Delete => Action::Edit(Edit::Delete),
        KeyCode::Left => Action::Edit(Edit::Left),
        KeyCode::Right => Action::Edit(Edit::Right),
        KeyCode::Home => Action::Edit(Edit::Home),
        KeyCode::End => Action::Edit(Edit::End),
        _ => return None,
    })
}

/// As shells have them, where shells have them.
fn with_control(code: KeyCode) -> Option<Action> {
    Some(match code {
        KeyCode::Char('c' | 'd') => Action::Leave,
        KeyCode::Char('p') => Action::Select(Direction::Up),
        KeyCode::Char('n') => Action::Select(Direction::Down),
        KeyCode::Char('y') => Action::Copy,
        KeyCode::Char('t') => Action::ToggleWhy,
        KeyCode::Char('r') => Action::Refresh,
        KeyCode::Char('a') => Action::Edit(Edit::Home),
        KeyCode::Char('e') => Action::Edit(Edit::End),
        KeyCode::Char('u') => Action::Edit(Edit::Clear),
        KeyCode::Char('w') | KeyCode::Backspace => Action::Edit(Edit::DeleteWord),
        // What terminals send for Backspace with Ctrl.
        KeyCode::Char('h') => Action::Edit(Edit::Backspace),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::action;
    use crate::tui::input::Edit;
    use crate::tui::state::{Action, State};
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

    fn pressed(code: KeyCode, modifiers: KeyModifiers, state: &State) -> Option<Action> {
        action(&Event::Key(KeyEvent::new(code, modifiers)), state)
    }

    #[test]
    fn a_question_mark_asks_for_help_only_before_a_question() {
        let mut state = State::default();
        let key = KeyCode::Char('?');
        assert_eq!(pressed(key, KeyModifiers::SHIFT, &state), Some(Action::ToggleHelp));
        state.question.set("where is it");
        assert_eq!(pressed(key, KeyModifiers::SHIFT, &state), Some(Action::Edit(Edit::Insert("?".to_owned()))));
    }

    #[test]
    fn control_leaves_and_is_never_typed() {
        let state = State::default();
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL, &state), Some(Action::Leave));
        assert_eq!(pressed(KeyCode::Char('k'), KeyModifiers::CONTROL, &state), None);
        assert_eq!(pressed(KeyCode::Char('k'), KeyModifiers::ALT, &state), None);
    }

    #[test]
    fn a_key_that_is_let_go_means_nothing() {
        let mut key = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
        key.kind = KeyEventKind::Release;
        assert_eq!(action(&Event::Key(key), &State::default()), None);
    }
}
