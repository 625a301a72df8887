//! The state as cells: question, filters, results, preview, last line.
//!
//! Wide terminals show results and preview side by side, narrow ones one above the other. Nothing here changes anything.

mod pane;
mod results;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::filter_row::Field;
use super::input::Input;
use super::keys;
use super::state::{Focus, Note, State, Steps};
use crate::console::printable;
use crate::figures;

/// From this width on, results and preview stand side by side.
const WIDE: u16 = 100;
/// Below this height, filters are shown only while they are set or typed.
const TALL: u16 = 20;
/// What stands before the question.
const PROMPT: &str = "❯ ";
/// Rows that a note may take from the preview.
const MAX_ROWS_OF_NOTE: usize = 4;
/// Letters of the bar that shows how far indexing is.
const BAR: usize = 20;

/// Whether the reader wants colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Palette {
    Colors,
    Plain,
}

pub(crate) fn screen(state: &State, palette: Palette, frame: &mut Frame<'_>) {
    let area = frame.area();
    let has_filters = area.height >= TALL || state.focus != Focus::Question || !state.filters.is_empty();
    let rows = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(u16::from(has_filters)),
        Constraint::Min(0),
        Constraint::Length(n_rows_of_note(state, area.width)),
    ]);
    let [question, filters, middle, last] = rows.areas(area);
    draw_question(state, question, frame);
    if has_filters {
        draw_filters(state, filters, frame);
    }
    draw_middle(state, middle, frame);
    frame.render_widget(Paragraph::new(last_line(state, last.width)).wrap(Wrap { trim: true }), last);
    if state.is_helping {
        draw_help(area, frame);
    }
    if palette == Palette::Plain {
        for cell in &mut frame.buffer_mut().content {
            (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
        }
    }
}

fn draw_question(state: &State, area: Rect, frame: &mut Frame<'_>) {
    let prompt = Span::raw(PROMPT).cyan().bold();
    let [before, rest] = Layout::horizontal([Constraint::Length(2), Constraint::Min(0)]).areas(area);
    frame.render_widget(Line::from(prompt), before);
    if state.question.text().is_empty() {
        frame.render_widget(Line::from("ask in plain words or by name").add_modifier(Modifier::DIM), rest);
    }
    let cursor = draw_input(&state.question, rest, frame);
    if state.focus == Focus::Question {
        frame.set_cursor_position(cursor);
    }
}

/// Each field with its name; where there is no room for all, the one that is typed.
fn draw_filters(state: &State, area: Rect, frame: &mut Frame<'_>) {
    let fields: Vec<Field> = match state.focus {
        Focus::Filter(field) if area.width < WIDE / 2 => vec![field],
        _ => Field::ALL.to_vec(),
    };
    let columns = Layout::horizontal(fields.iter().map(|_| Constraint::Fill(1))).split(area);
    for (field, column) in fields.into_iter().zip(columns.iter()) {
        let is_typed = state.focus == Focus::Filter(field);
        let label = Span::raw(format!("{}:", field.key()));
        let label = if is_typed { label.cyan().bold() } else { label.add_modifier(Modifier::DIM) };
        let [name, value] = Layout::horizontal([Constraint::Length(5), Constraint::Min(0)]).areas(*column);
        frame.render_widget(Line::from(label), name);
        let cursor = draw_input(state.filters.input(field), value, frame);
        if is_typed {
            frame.set_cursor_position(cursor);
        }
    }
}

/// A line of input, moved so that its cursor can be seen; where that is.
fn draw_input(input: &Input, area: Rect, frame: &mut Frame<'_>) -> Position {
    let at = Line::raw(input.before()).width();
    let n_hidden = (at + 1).saturating_sub(area.width.into());
    let shown: String = input.text().chars().skip(n_hidden).collect();
    if !shown.is_empty() {
        frame.render_widget(Line::raw(shown), area);
    }
    Position::new(area.x + (at - n_hidden.min(at)) as u16, area.y)
}

fn draw_middle(state: &State, area: Rect, frame: &mut Frame<'_>) {
    if state.answer.hits.is_empty() {
        frame.render_widget(results::nothing(state, area), area);
        return;
    }
    let title = |text: &str| Block::new().borders(Borders::TOP).title(text.to_owned()).border_style(Modifier::DIM);
    let [list, pane] = if area.width >= WIDE {
        Layout::horizontal([Constraint::Percentage(42), Constraint::Min(0)]).spacing(1).areas(area)
    } else {
        Layout::vertical([Constraint::Percentage(40), Constraint::Min(0)]).areas(area)
    };
    let block = title(" results ");
    results::draw(state, block.inner(list), frame);
    frame.render_widget(block, list);
    let block = title(&pane::title(state, pane.width.saturating_sub(2).into()));
    pane::draw(state, block.inner(pane), frame);
    frame.render_widget(block, pane);
}

/// Rows that a note needs: what to do about a mistake stands at its end.
fn n_rows_of_note(state: &State, width: u16) -> u16 {
    let text = match &state.note {
        Some(Note::Problem(text) | Note::Remark(text)) => text,
        None => return 1,
    };
    let n_rows = Line::raw(text.as_str()).width().div_ceil(usize::from(width.max(1)));
    // Words are not cut at the end of a row, so that it may take one more.
    (if n_rows > 1 { n_rows + 1 } else { 1 }).min(MAX_ROWS_OF_NOTE) as u16
}

/// What there is to say, and the keys as far as there is room for them.
fn last_line(state: &State, width: u16) -> Line<'static> {
    let said = match (&state.note, state.indexing) {
        (Some(Note::Problem(text)), _) => Span::raw(printable(text).replace('\n', " ")).red().bold(),
        (Some(Note::Remark(text)), _) => Span::raw(printable(text).replace('\n', " ")).yellow(),
        (None, Some(steps)) => Span::raw(progress(steps)).cyan(),
        (None, None) => Span::raw(totals(state)).add_modifier(Modifier::DIM),
    };
    let hints = ["F1 help", "Tab filters", "Enter open", "^Y copy", "^T why", "Esc leave"];
    let mut line = Line::from(said);
    let room = usize::from(width).saturating_sub(line.width() + 2);
    let fitting = (0..=hints.len()).rev().map(|n_hints| hints[..n_hints].join(" · "));
    let keys = fitting.into_iter().find(|keys| Span::raw(keys).width() <= room).unwrap_or_default();
    let gap = " ".repeat(room - Span::raw(&keys).width() + 2);
    line.push_span(Span::raw(gap + &keys).add_modifier(Modifier::DIM));
    line
}

fn totals(state: &State) -> String {
    match state.answer.hits.len() {
        0 => String::new(),
        n_hits => format!(
            "{} in {} · {}",
            figures::counted(n_hits, "result"),
            figures::duration(state.answer.elapsed),
            figures::counted(state.answer.n_files, "file")
        ),
    }
}

/// `indexing ━━━━╌╌╌╌ 120/400`.
pub(super) fn progress(steps: Steps) -> String {
    let Steps { doing, n_done, n_wanted } = steps;
    if n_wanted == 0 {
        return format!("{doing}…");
    }
    let n_full = (n_done * BAR / n_wanted).min(BAR);
    let bar = format!("{}{}", "━".repeat(n_full), "╌".repeat(BAR - n_full));
    format!("{doing} {bar} {}/{}", figures::count(n_done as u64), figures::count(n_wanted as u64))
}

fn draw_help(area: Rect, frame: &mut Frame<'_>) {
    let rows: Vec<Line<'_>> = keys::HELP
        .iter()
        .map(|(key, meaning)| Line::from(vec![Span::raw(format!("{key:<11}")).cyan(), Span::raw(*meaning)]))
        .collect();
    let width = rows.iter().map(Line::width).max().unwrap_or(0) as u16 + 2;
    let height = rows.len() as u16 + 2;
    let place = area.centered(Constraint::Length(width.min(area.width)), Constraint::Length(height.min(area.height)));
    let block = Block::bordered().title(" keys ").border_style(Style::new().cyan());
    frame.render_widget(Clear, place);
    let inner = block.inner(place);
    frame.render_widget(block, place);
    for (row, line) in inner.rows().zip(rows) {
        frame.render_widget(line, row);
    }
}

#[cfg(test)]
mod tests;
