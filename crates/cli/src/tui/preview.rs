//! A file beside the results: coloured, its words marked, moved so that the hit stands in the middle.
//!
//! Colours and marks are those of `quarry search`; here they become spans of cells.

use std::ops::Range;

use quarry_engine::{Hit, RepoPath};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};

use super::style::of_text;
use crate::highlight::{Class, classes};
use crate::matches::Wanted;
use crate::render;

/// A text that can be shown from any of its lines on.
#[derive(Clone, Debug)]
pub(crate) struct FileView {
    pub(crate) path: RepoPath,
    text: String,
    lines: Vec<Range<usize>>,
    classes: Vec<(Range<usize>, Class)>,
    /// Number of the first line, from 1.
    first_line: u32,
}

/// What of a file is shown.
pub(crate) struct Window<'a> {
    pub(crate) wanted: &'a Wanted,
    /// First and last line of the hit.
    pub(crate) hit: (u32, u32),
    /// The line in the middle.
    pub(crate) line: i64,
    pub(crate) n_rows: usize,
    pub(crate) n_columns: usize,
}

impl FileView {
    pub(crate) fn of_file(path: &RepoPath, text: &str, language: &str) -> FileView {
        FileView {
            path: path.clone(),
            lines: render::lines_of(text),
            classes: classes(text, language),
            text: text.to_owned(),
            first_line: 1,
        }
    }

    /// The lines that came with a hit, until its file is there.
    pub(crate) fn of_hit(hit: &Hit) -> FileView {
        FileView { first_line: hit.first_line, ..FileView::of_file(&hit.path, &hit.text, hit.language.as_str()) }
    }

    pub(crate) fn last_line(&self) -> u32 {
        self.first_line + (self.lines.len() as u32).saturating_sub(1)
    }

    /// The rows of a window: numbers, a bar beside the hit, the lines.
    pub(crate) fn rows(&self, window: &Window<'_>) -> Vec<Line<'static>> {
        let (first, last) = (i64::from(self.first_line), i64::from(self.last_line()));
        let n_rows = window.n_rows as i64;
        let top = (window.line - n_rows / 2).min(last - n_rows + 1).max(first);
        let width = (top + n_rows).min(last).to_string().len();
        (top..(top + n_rows).min(last + 1)).map(|number| self.row(number as u32, width, window)).collect()
    }

    fn row(&self, number: u32, width: usize, window: &Window<'_>) -> Line<'static> {
        let is_hit = (window.hit.0..=window.hit.1).contains(&number);
        let bar = if is_hit { Span::raw("▌").cyan() } else { Span::raw(" ") };
        let style = if is_hit { Style::new() } else { Style::new().add_modifier(Modifier::DIM) };
        let mut spans = vec![Span::styled(format!("{number:>width$}"), style), bar];
        let range = self.lines[(number - self.first_line) as usize].clone();
        let marks = if is_hit { window.wanted.ranges(&self.text[range.clone()]) } else { Vec::new() };
        let line = render::Line { text: &self.text, range, classes: &self.classes, marks: &marks };
        let room = window.n_columns.saturating_sub(width + 2);
        spans.extend(render::runs(&line, room).into_iter().map(|(style, text)| Span::styled(text, of_text(style))));
        Line::from(spans)
    }
}
