//! The list of results: where each is, what it is, how well it fits.

use quarry_engine::Hit;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{WIDE, progress};
use crate::console::printable;
use crate::landing::Landing;
use crate::tui::state::State;

/// Columns of a name that are still worth showing.
const SHORTEST_NAME: usize = 8;

pub(super) fn draw(state: &State, area: Rect, frame: &mut Frame<'_>) {
    // Beside the preview there is no room for the name on the same row.
    let n_rows_of_one = if frame.area().width >= WIDE { 2 } else { 1 };
    let n_shown = (usize::from(area.height) / n_rows_of_one).max(1);
    let n_hits = state.answer.hits.len();
    let first = state.selected.saturating_sub(n_shown / 2).min(n_hits.saturating_sub(n_shown));
    let hits = state.answer.hits.iter().zip(&state.answer.landings).enumerate();
    let mut y = area.y;
    for (index, (hit, landing)) in hits.skip(first).take(n_shown) {
        let rows = match n_rows_of_one {
            1 => vec![one_row(hit, landing, area.width.into())],
            _ => two_rows(hit, landing, area.width.into()),
        };
        for row in rows {
            if y < area.bottom() {
                let style = if index == state.selected { Style::new().reversed() } else { Style::new() };
                let place = Rect { y, height: 1, ..area };
                frame.render_widget(row, place);
                frame.buffer_mut().set_style(place, style);
            }
            y += 1;
        }
    }
}

/// Why the list is empty.
pub(super) fn nothing(state: &State, area: Rect) -> Paragraph<'static> {
    let dim = |text: &str| Line::raw(text.to_owned()).add_modifier(Modifier::DIM);
    let text = match state.indexing {
        Some(steps) if state.has_no_index => {
            vec![
                Line::raw("Making the first index."),
                Line::raw(progress(steps)).cyan(),
                dim("Results come as it grows."),
            ]
        }
        _ if state.question.text().trim().is_empty() => vec![
            dim("where are passwords checked"),
            dim("parse_config kind:function"),
            dim("retry lang:rust -path:tests"),
        ],
        _ if state.is_waiting() => vec![dim("searching…")],
        _ => vec![Line::raw("Nothing found."), dim("Other words, or fewer filters, may help.")],
    };
    let n_above = area.height.saturating_sub(text.len() as u16) / 2;
    let padded = std::iter::repeat_n(Line::default(), n_above.into()).chain(text);
    Paragraph::new(Text::from_iter(padded)).centered().wrap(Wrap { trim: true })
}

/// `path:line  name  score`.
fn one_row(hit: &Hit, landing: &Landing, width: usize) -> Line<'static> {
    let score = score(hit);
    let room = width.saturating_sub(score.width() + 1);
    let place = place(hit, landing, room);
    let left = room.saturating_sub(place.width() + 2);
    let mut spans = vec![place];
    if left >= SHORTEST_NAME {
        spans.extend([Span::raw("  "), cut(&name(hit).1, left, Keep::Start).bold()]);
    }
    filled(spans, score, width)
}

/// `path:line  score`, and below it what it is.
fn two_rows(hit: &Hit, landing: &Landing, width: usize) -> Vec<Line<'static>> {
    let score = score(hit);
    let place = place(hit, landing, width.saturating_sub(score.width() + 1));
    let (kind, name) = name(hit);
    let kind = Span::raw(format!("  {kind} ")).add_modifier(Modifier::DIM);
    let name = cut(&name, width.saturating_sub(kind.width()), Keep::Start).bold();
    vec![filled(vec![place], score, width), filled(vec![kind, name], Span::default(), width)]
}

/// Where it is; of a long path the end, which tells more.
fn place(hit: &Hit, landing: &Landing, room: usize) -> Span<'static> {
    let place = format!("{}:{}", printable(hit.path.as_str()), landing.line);
    cut(&place, room, Keep::End).magenta()
}

/// What it is: the kind and the name of a definition, of a block, or the language.
fn name(hit: &Hit) -> (String, String) {
    let (kind, name) = match (&hit.symbol, &hit.block_type) {
        (Some(symbol), _) => (symbol.kind.as_str(), &*symbol.qualified_name),
        (None, Some(block_type)) => (&**block_type, hit.hierarchy.as_deref().unwrap_or_default()),
        (None, None) => (hit.language.as_str(), ""),
    };
    (kind.to_owned(), printable(&name.replace('\n', " ")).into_owned())
}

fn score(hit: &Hit) -> Span<'static> {
    Span::raw(format!("{:.2}", hit.rerank_score.unwrap_or(hit.score))).add_modifier(Modifier::DIM)
}

/// Spans at the left, one at the right.
fn filled(mut spans: Vec<Span<'static>>, right: Span<'static>, width: usize) -> Line<'static> {
    let n_used: usize = spans.iter().map(Span::width).sum();
    spans.push(Span::raw(" ".repeat(width.saturating_sub(n_used + right.width()))));
    spans.push(right);
    Line::from(spans)
}

/// Which end of a text is kept when it is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    Start,
    End,
}

/// As much of a text as there is room for.
pub(super) fn cut(text: &str, room: usize, keep: Keep) -> Span<'static> {
    let mut rest = text;
    while !rest.is_empty() && Span::raw(rest).width() + usize::from(rest.len() < text.len()) > room {
        let mut letters = rest.chars();
        match keep {
            Keep::Start => letters.next_back(),
            Keep::End => letters.next(),
        };
        rest = letters.as_str();
    }
    Span::raw(match (rest.len() < text.len(), keep) {
        (false, _) => rest.to_owned(),
        (true, Keep::Start) => format!("{rest}…"),
        (true, Keep::End) => format!("…{rest}"),
    })
}
