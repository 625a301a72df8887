//! Hits as they are told to an agent: in both forms, the code in one of them, and never more than the budget.

use std::borrow::Cow;
use std::fmt::Write;

use quarry_engine::{Excerpts, Hit, RelatedFile};

use super::super::Said;
use super::super::code::{add_rest, cut_lines, first_lines, sent_tokens};
use crate::budget::{Budget, tokens};
use crate::failure::Failure;
use crate::mcp::page::Page;
use crate::mcp::reader::Reader;
use crate::wire::{AgentHit, AgentRelated, AgentSearch, IndexingShape};

/// Tokens around a hit in both forms: quotes, field names, numbers, line breaks.
const FRAME_TOKENS: usize = 50;
/// What the closing lines may take.
const CLOSING_TOKENS: usize = 120;
/// Tokens around a notice in both forms.
const NOTICE_FRAME_TOKENS: usize = 10;

/// What is to be known beside the hits.
pub(super) struct Closing<'a> {
    pub(super) page: &'a Page,
    pub(super) next_cursor: Option<String>,
    pub(super) notices: Vec<String>,
    pub(super) indexing: Option<IndexingShape>,
    pub(super) is_fresh: bool,
}

/// Collects hits while they fit.
pub(super) struct Told<'a> {
    reader: Reader,
    excerpts: Excerpts,
    /// Longer lines are cut.
    max_line_chars: usize,
    text: String,
    hits: Vec<AgentHit<'a>>,
    related: Vec<AgentRelated<'a>>,
}

impl<'a> Told<'a> {
    pub(super) fn new(reader: Reader, excerpts: Excerpts, max_line_chars: usize) -> Told<'a> {
        Told { reader, excerpts, max_line_chars, text: String::new(), hits: Vec::new(), related: Vec::new() }
    }

    pub(super) fn n_hits(&self) -> usize {
        self.hits.len()
    }

    /// Keeps back what the end of the answer takes: it is told whatever else is left out.
    pub(super) fn leave_room(&self, notices: &[String], budget: &mut Budget) {
        let n_tokens: usize = notices.iter().map(|notice| 2 * tokens(notice) + NOTICE_FRAME_TOKENS).sum();
        budget.take(CLOSING_TOKENS + n_tokens);
    }

    /// Adds the hit at a place of the whole answer, counted from 0, if it fits. The first that is told always does: its code is
    /// cut if it must be.
    pub(super) fn add(&mut self, place: usize, hit: &'a Hit, budget: &mut Budget) -> bool {
        let symbol = symbol(hit);
        let heading = 2 * (tokens(hit.path.as_str()) + symbol.as_deref().map_or(0, tokens)) + FRAME_TOKENS;
        let lines = self.excerpts.at_place(hit, place);
        let mut code = cut_lines(hit.text_of(&lines), self.max_line_chars);
        let n_more = hit.text.trim_end().lines().count() - lines.end;
        if n_more > 0 {
            add_rest(code.to_mut(), n_more);
        }
        let mut cost = heading + sent_tokens(&code, self.reader);
        if self.hits.is_empty() {
            let room = budget.n_tokens_left().saturating_sub(heading);
            if cost > budget.n_tokens_left() {
                code = Cow::Owned(first_lines(&code, room.saturating_sub(FRAME_TOKENS), self.reader));
                cost = heading + sent_tokens(&code, self.reader);
            }
        }
        if !budget.take(cost) {
            return false;
        }
        let start_line = hit.first_line + lines.start as u32;
        let end_line = (hit.first_line + lines.end as u32).saturating_sub(1).max(start_line);
        let _ = write!(self.text, "{}:{start_line}-{end_line}", hit.path);
        if let Some(symbol) = &symbol {
            let _ = write!(self.text, "  {symbol}");
        }
        self.text.push('\n');
        if self.reader == Reader::OfText {
            self.text.push_str(code.trim_end_matches('\n'));
            self.text.push_str("\n\n");
        }
        self.hits.push(AgentHit {
            path: hit.path.as_str(),
            start_line,
            end_line,
            symbol,
            // Two digits: more are noise to a reader.
            score: (f64::from(hit.score) * 100.0).round() / 100.0,
            text: (self.reader == Reader::OfStructure).then(|| code.into_owned()),
        });
        true
    }

    /// Adds files around the hits while they fit.
    pub(super) fn add_related(&mut self, files: &'a [RelatedFile], budget: &mut Budget) {
        for file in files {
            let one = AgentRelated {
                path: file.path.as_str(),
                line: file.line,
                relationship: file.relationship.as_str(),
                of: file.of.as_str(),
            };
            if !budget.take(2 * (tokens(one.path) + tokens(one.of)) + FRAME_TOKENS) {
                return;
            }
            let _ = writeln!(
                self.text,
                "[related: {}:{} {} {}]",
                one.path,
                one.line,
                file.relationship.as_phrase(),
                one.of
            );
            self.related.push(one);
        }
    }

    /// The answer in both forms.
    pub(super) fn said(mut self, closing: Closing<'_>) -> Result<Said, Failure> {
        let Closing { page, next_cursor, notices, indexing, is_fresh } = closing;
        let n_hits = self.hits.len();
        let _ = match (n_hits, &next_cursor) {
            (0, _) if page.offset > 0 => writeln!(self.text, "No more hits."),
            (0, _) => writeln!(self.text, "No hits. Try other words, or fewer filters."),
            (_, Some(cursor)) => {
                let (first, last) = (page.offset + 1, page.offset + n_hits);
                writeln!(self.text, "[hits {first} to {last}; for more, the same call with cursor \"{cursor}\"]")
            }
            (_, None) => writeln!(self.text, "[{n_hits} {}; no more]", if n_hits == 1 { "hit" } else { "hits" }),
        };
        for notice in &notices {
            let _ = writeln!(self.text, "[note: {notice}]");
        }
        let answer =
            AgentSearch { hits: self.hits, related: self.related, fresh: is_fresh, notices, indexing, next_cursor };
        Said::new(self.text, &answer)
    }
}

/// Kind and name of what a hit shows.
fn symbol(hit: &Hit) -> Option<String> {
    match (&hit.symbol, &hit.block_type) {
        (Some(symbol), _) => Some(format!("{} {}", symbol.kind.as_str(), symbol.qualified_name)),
        (None, Some(block)) => Some(format!("{block} {}", hit.hierarchy.as_deref().unwrap_or_default())),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use quarry_engine::{Excerpts, Hit, MatchType};
    use quarry_source::{ContentType, Language, RepoPath, Span};

    use super::Told;
    use crate::budget::Budget;
    use crate::mcp::reader::Reader;

    #[test]
    fn the_best_hit_is_told_whole_and_another_in_short() {
        let hit = Hit {
            path: RepoPath::new("a.rs"),
            span: Span { start: 0, end: 240, start_line: 101, end_line: 130 },
            score: 1.0,
            rerank_score: None,
            match_type: MatchType::Both,
            n_copies: 0,
            language: Language::new("rust"),
            dialect: None,
            content_type: ContentType::Code,
            symbol: None,
            block_type: None,
            hierarchy: None,
            text: format!("step();\nopen();\n{}", "step();\n".repeat(28)),
            first_line: 101,
        };
        let mut told = Told::new(Reader::OfText, Excerpts::for_query("open the door"), 200);
        let mut budget = Budget::of_tokens(6000);
        assert!(told.add(0, &hit, &mut budget) && told.add(1, &hit, &mut budget) && told.add(2, &hit, &mut budget));
        let whole = format!("a.rs:101-130\n{}\n", hit.text);
        let short = format!("a.rs:101-112\nstep();\nopen();\n{}… 18 more lines\n\n", "step();\n".repeat(10));
        assert_eq!(told.text, format!("{whole}{short}{short}"));
    }
}
