//! What the interactive search knows, and how it changes: an action or a piece of news in, effects out.
//!
//! Pure: no terminal, no thread, no clock. Whoever drives it carries the effects out. An answer to an older question than
//! the last is dropped, so that typing never waits and never sees results jump back.

use std::sync::Arc;

use quarry_engine::{Explanation, Hit, RepoPath};

use super::filter_row::{Direction, Field, FilterRow};
use super::input::{Edit, Input};
use super::preview::FileView;
use crate::figures;
use crate::landing::Landing;
use crate::matches::Wanted;

/// Results passed over by PageUp and PageDown.
const PAGE: usize = 10;
/// Lines that the preview is scrolled at a time.
const SCROLL: i64 = 3;
/// Lines that an explanation can be scrolled: about as many as the longest has.
const MAX_SCROLL_OF_WHY: i64 = 30;

/// What was asked for by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Edit(Edit),
    Select(Direction),
    SelectPage(Direction),
    Scroll(Direction),
    NextField(Direction),
    ToggleWhy,
    ToggleHelp,
    Open,
    Copy,
    Refresh,
    /// One step back: from help, from a filter, from everything.
    Back,
    Leave,
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Ask(Question),
    /// Fetch a file for the preview.
    Show(RepoPath),
    /// Assemble the context of a question.
    Assemble(String),
    Clipboard(String),
    Open(RepoPath, Landing),
    Refresh,
    Leave,
}

/// A question with its filters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// Later questions have higher numbers.
    pub(crate) number: u64,
    pub(crate) query: String,
    /// Whether the answer says how it came about.
    pub(crate) explain: bool,
}

/// What was heard from outside.
#[derive(Debug)]
pub(crate) enum News {
    /// The answer to a question, or why there is none.
    Answer(u64, Result<Box<Answer>, Trouble>),
    File(Arc<FileView>),
    /// A context as text, and its tokens.
    Context(Result<(String, usize), String>),
    /// How far indexing is; `None` if nothing runs.
    Indexing(Option<Steps>),
    /// There is a newer generation than the one that answered.
    Changed,
    /// Something that the reader should know; in earnest if it failed.
    Told(Note),
}

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// There is nothing to ask yet.
    NoIndex,
    Failed(String),
}

/// How far indexing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) doing: &'static str,
    pub(crate) n_done: usize,
    /// 0 while that is not known.
    pub(crate) n_wanted: usize,
}

/// An answer, ready to be shown.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) hits: Vec<Hit>,
    /// Where each is opened.
    pub(crate) landings: Vec<Landing>,
    pub(crate) wanted: Wanted,
    pub(crate) explanation: Option<Explanation>,
    pub(crate) notices: Vec<String>,
    pub(crate) elapsed: std::time::Duration,
    pub(crate) n_files: usize,
    /// Languages of the index, the most frequent first.
    pub(crate) languages: Vec<String>,
}

/// A sentence for the last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    Remark(String),
    Problem(String),
}

/// What letters go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Focus {
    #[default]
    Question,
    Filter(Field),
}

/// What stands beside the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    #[default]
    Preview,
    Why,
}

/// Everything that is shown.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) question: Input,
    pub(crate) filters: FilterRow,
    pub(crate) focus: Focus,
    pub(crate) pane: Pane,
    pub(crate) is_helping: bool,
    pub(crate) answer: Answer,
    pub(crate) selected: usize,
    /// Lines that the preview is moved away from its hit.
    pub(crate) scrolled: i64,
    pub(crate) file: Option<Arc<FileView>>,
    pub(crate) indexing: Option<Steps>,
    pub(crate) has_no_index: bool,
    pub(crate) note: Option<Note>,
    /// The last question that was asked, and the last that was answered.
    asked: u64,
    answered: u64,
}

impl State {
    /// Whether an answer or the end of indexing is awaited.
    pub(crate) fn is_waiting(&self) -> bool {
        self.asked != self.answered || self.indexing.is_some()
    }

    /// The selected hit and where it is opened.
    pub(crate) fn hit(&self) -> Option<(&Hit, &Landing)> {
        self.answer.hits.get(self.selected).zip(self.answer.landings.get(self.selected))
    }

    /// The line that letters go to.
    pub(crate) fn input(&self) -> &Input {
        match self.focus {
            Focus::Question => &self.question,
            Focus::Filter(field) => self.filters.input(field),
        }
    }

    pub(crate) fn act(&mut self, action: Action) -> Vec<Effect> {
        if self.is_helping && !matches!(action, Action::Leave) {
            self.is_helping = false;
            return Vec::new();
        }
        match action {
            Action::Edit(edit) => self.edit(&edit),
            Action::Select(direction) => match self.focus {
                Focus::Filter(field) if self.filters.turn(field, direction) => self.ask(),
                _ => self.select(direction, 1),
            },
            Action::SelectPage(direction) => self.select(direction, PAGE),
            Action::Scroll(Direction::Up) => self.scroll(-SCROLL),
            Action::Scroll(Direction::Down) => self.scroll(SCROLL),
            Action::NextField(direction) => self.go_to_field(direction),
            Action::ToggleWhy => self.toggle_why(),
            Action::ToggleHelp => {
                self.is_helping = true;
                Vec::new()
            }
            Action::Open => {
                self.hit().map(|(hit, landing)| Effect::Open(hit.path.clone(), landing.clone())).into_iter().collect()
            }
            Action::Copy => self.copy(),
            Action::Refresh => vec![Effect::Refresh],
            Action::Back if self.focus != Focus::Question => {
                self.focus = Focus::Question;
                Vec::new()
            }
            Action::Back | Action::Leave => vec![Effect::Leave],
        }
    }

    pub(crate) fn hear(&mut self, news: News) -> Vec<Effect> {
        match news {
            News::Answer(number, _) if number != self.asked => Vec::new(),
            News::Answer(number, answer) => {
                self.answered = number;
                self.take(answer)
            }
            News::File(file) => {
                self.file = Some(file);
                Vec::new()
            }
            News::Context(Ok((text, n_tokens))) => {
                let copied = format!("copied {} of context", figures::counted(n_tokens, "token"));
                self.note = Some(Note::Remark(format!("{copied}, through the terminal (OSC 52)")));
                vec![Effect::Clipboard(text)]
            }
            News::Context(Err(problem)) => {
                self.note = Some(Note::Problem(problem));
                Vec::new()
            }
            News::Indexing(steps) => {
                self.indexing = steps;
                Vec::new()
            }
            News::Changed => self.ask(),
            News::Told(note) => {
                self.note = Some(note);
                Vec::new()
            }
        }
    }

    fn edit(&mut self, edit: &Edit) -> Vec<Effect> {
        let changed = match self.focus {
            Focus::Question => self.question.edit(edit),
            Focus::Filter(field) => self.filters.input_mut(field).edit(edit),
        };
        if changed { self.ask() } else { Vec::new() }
    }

    /// What is asked: the question and the words of the filters.
    fn query(&self) -> String {
        format!("{}{}", self.question.text(), self.filters.words())
    }

    fn ask(&mut self) -> Vec<Effect> {
        self.note = None;
        if !self.question.text().contains(char::is_alphanumeric) {
            // What is still on its way answers nothing any more.
            self.asked += 1;
            self.answered = self.asked;
            self.answer = Answer { languages: std::mem::take(&mut self.answer.languages), ..Answer::default() };
            self.selected = 0;
            return Vec::new();
        }
        self.asked += 1;
        vec![Effect::Ask(Question { number: self.asked, query: self.query(), explain: self.pane == Pane::Why })]
    }

    /// Shows an answer; whoever had moved to a result stays on it, if it is still there.
    fn take(&mut self, answer: Result<Box<Answer>, Trouble>) -> Vec<Effect> {
        self.has_no_index = matches!(answer, Err(Trouble::NoIndex));
        let answer = match answer {
            Ok(answer) => *answer,
            Err(Trouble::NoIndex) => Answer::default(),
            Err(Trouble::Failed(problem)) => {
                // Results of the question before stay: half a filter is a mistake on the way.
                self.note = Some(Note::Problem(problem));
                return Vec::new();
            }
        };
        self.note = answer.notices.first().map(|notice| Note::Remark(notice.clone()));
        let place = |hit: &Hit| (hit.path.clone(), hit.span.start_line);
        let kept = self.hit().filter(|_| self.selected > 0).map(|(hit, _)| place(hit));
        let same = kept.and_then(|kept| answer.hits.iter().position(|hit| place(hit) == kept));
        self.filters.languages.clone_from(&answer.languages);
        self.answer = answer;
        self.go_to(same.unwrap_or(0))
    }

    fn select(&mut self, direction: Direction, n_rows: usize) -> Vec<Effect> {
        let last = self.answer.hits.len().saturating_sub(1);
        let selected = match direction {
            Direction::Up => self.selected.saturating_sub(n_rows),
            Direction::Down => (self.selected + n_rows).min(last),
        };
        if selected == self.selected { Vec::new() } else { self.go_to(selected) }
    }

    fn go_to(&mut self, selected: usize) -> Vec<Effect> {
        (self.selected, self.scrolled) = (selected, 0);
        self.hit().map(|(hit, _)| Effect::Show(hit.path.clone())).into_iter().collect()
    }

    /// Scrolls within the file; what was scrolled too far would have to be scrolled back.
    fn scroll(&mut self, n_lines: i64) -> Vec<Effect> {
        let line = self.hit().map_or(1, |(_, landing)| i64::from(landing.line));
        let last = self.file.as_ref().map_or(line, |file| i64::from(file.last_line()).max(line));
        let (least, most) = match self.pane {
            Pane::Preview => (1 - line, last - line),
            Pane::Why => (0, MAX_SCROLL_OF_WHY),
        };
        self.scrolled = (self.scrolled + n_lines).clamp(least, most);
        Vec::new()
    }

    fn go_to_field(&mut self, direction: Direction) -> Vec<Effect> {
        let all: Vec<Focus> = [Focus::Question].into_iter().chain(Field::ALL.map(Focus::Filter)).collect();
        let at = all.iter().position(|focus| *focus == self.focus).unwrap_or(0);
        self.focus = match direction {
            Direction::Down => all[(at + 1) % all.len()],
            Direction::Up => all[(at + all.len() - 1) % all.len()],
        };
        Vec::new()
    }

    fn toggle_why(&mut self) -> Vec<Effect> {
        self.scrolled = 0;
        self.pane = if self.pane == Pane::Why { Pane::Preview } else { Pane::Why };
        // Explaining costs time, so it is asked for only when it is shown.
        if self.pane == Pane::Why && self.answer.explanation.is_none() { self.ask() } else { Vec::new() }
    }

    fn copy(&mut self) -> Vec<Effect> {
        if self.answer.hits.is_empty() {
            self.note = Some(Note::Remark("nothing to copy yet: ask something first".to_owned()));
            return Vec::new();
        }
        self.note = Some(Note::Remark("assembling the context…".to_owned()));
        vec![Effect::Assemble(self.query())]
    }
}

#[cfg(test)]
mod tests;
