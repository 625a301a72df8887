//! What stands beside the results: the file of the selected one, or why it stands there.

use std::borrow::Cow;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::results::{Keep, cut};
use crate::console::printable;
use crate::render;
use crate::tui::preview::{FileView, Window};
use crate::tui::state::{Pane, State};

pub(super) fn title(state: &State, width: usize) -> String {
    let path = state.hit().map(|(hit, _)| printable(hit.path.as_str()).into_owned()).unwrap_or_default();
    let title = match state.pane {
        Pane::Preview => path,
        Pane::Why => "why this result".to_owned(),
    };
    format!(" {} ", cut(&title, width.saturating_sub(2), Keep::End).content)
}

pub(super) fn draw(state: &State, area: Rect, frame: &mut Frame<'_>) {
    match state.pane {
        Pane::Preview => frame.render_widget(Text::from(preview(state, area)), area),
        Pane::Why => frame.render_widget(why(state), area),
    }
}

fn preview(state: &State, area: Rect) -> Vec<Line<'static>> {
    let Some((hit, landing)) = state.hit() else { return Vec::new() };
    let file = state.file.as_deref().filter(|file| file.path == hit.path && file.last_line() >= landing.line);
    let file: Cow<'_, FileView> = file.map_or_else(|| Cow::Owned(FileView::of_hit(hit)), Cow::Borrowed);
    file.rows(&Window {
        wanted: &state.answer.wanted,
        hit: (hit.span.start_line, hit.span.end_line),
        line: i64::from(landing.line) + state.scrolled,
        n_rows: area.height.into(),
        n_columns: area.width.into(),
    })
}

fn why(state: &State) -> Paragraph<'static> {
    let explained = state.answer.explanation.as_ref().zip(state.hit());
    let text = explained.map(|(explanation, (hit, _))| render::why(explanation, hit));
    let text = text.unwrap_or_else(|| "being worked out…".to_owned());
    let scrolled = u16::try_from(state.scrolled.max(0)).unwrap_or(u16::MAX);
    Paragraph::new(printable(&text).into_owned()).wrap(Wrap { trim: false }).scroll((scrolled, 0))
}
