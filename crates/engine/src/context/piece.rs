//! What an assembled context is made of, as plain data.

use quarry_source::{Confidence, Language, RepoPath};

use super::candidate::Candidate;
use super::lines::LineRange;
use crate::graph::Relationship;
use crate::search::HitSymbol;
use crate::settings::Settings;

/// How much of a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The head of its definition.
    Signature,
    /// A few lines around the one that answers best.
    Excerpt,
    /// The definition around it, up to the longest that is shown at all.
    Body,
}

impl Form {
    /// The shortest first.
    pub(super) const ALL: [Form; 3] = [Form::Signature, Form::Excerpt, Form::Body];

    /// The word users read.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Signature => "signature",
            Form::Excerpt => "excerpt",
            Form::Body => "body",
        }
    }
}

/// A result of the search, as it is shown.
#[derive(Clone, Debug)]
pub struct ContextPiece {
    /// Among the results of the search, from 1.
    pub rank: usize,
    /// How well it fits; comparable only within one answer.
    pub score: f32,
    /// Where the file is.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// How much is shown.
    pub form: Form,
    /// The lines that are shown; for a signature, those of the whole definition.
    pub lines: LineRange,
    /// The definition it belongs to.
    pub symbol: Option<HitSymbol>,
    /// Signatures of what it stands in and what is not among the lines, outermost first.
    pub inside: Vec<String>,
    /// The lines, or the signature; each with its end.
    pub text: String,
    /// What it costs.
    pub n_tokens: usize,
}

impl ContextPiece {
    /// A candidate in some form; `None` if that form shows nothing that a shorter one does not.
    pub(super) fn of(candidate: &Candidate, form: Form, settings: &Settings) -> Option<ContextPiece> {
        let max_chars = settings.search.max_line_chars;
        let excerpt = candidate.own_lines().around(candidate.focus, settings.context.excerpt_lines);
        let (lines, text) = match form {
            Form::Signature if candidate.is_head_known => return None,
            Form::Excerpt if excerpt == candidate.lines => return None,
            Form::Signature => (definition_lines(candidate), super::lines::shown(candidate.head(), max_chars) + "\n"),
            Form::Excerpt => (excerpt, candidate.file.shown(excerpt, max_chars)),
            Form::Body => (candidate.lines, candidate.file.shown(candidate.lines, max_chars)),
        };
        let inside = match form {
            Form::Signature => Vec::new(),
            Form::Excerpt | Form::Body => candidate.inside(lines).into_iter().map(str::to_owned).collect(),
        };
        Some(ContextPiece {
            rank: candidate.rank,
            score: candidate.score,
            path: candidate.file.record.path.clone(),
            language: candidate.file.record.language.clone(),
            form,
            lines,
            symbol: candidate.symbol().map(HitSymbol::of),
            inside,
            text,
            n_tokens: 0,
        })
    }
}

fn definition_lines(candidate: &Candidate) -> LineRange {
    let whole = |span: quarry_source::Span| LineRange { first: span.start_line, last: span.end_line };
    candidate.symbol().map_or(candidate.lines, |symbol| whole(symbol.span))
}

/// Something that results use or are used by, shown by its head.
#[derive(Clone, Debug)]
pub struct RelatedPiece {
    /// Where the file is.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// The definition; `None` for the file as a whole.
    pub symbol: Option<HitSymbol>,
    /// The lines of the definition.
    pub lines: Option<LineRange>,
    /// What it has to do with a result.
    pub relationship: Relationship,
    /// Steps along the graph.
    pub distance: u32,
    /// How sure the last of them is.
    pub confidence: Confidence,
    /// The result it is related to: the name of its definition, or its path.
    pub of: String,
    /// Signatures: of the definition, or the first ones of a file.
    pub heads: Vec<String>,
    /// The line that uses the result, if it is one that does.
    pub site: Option<UseSite>,
    /// What it costs.
    pub n_tokens: usize,
}

impl RelatedPiece {
    /// What a reader has seen who has seen it.
    pub(super) fn key(&self) -> String {
        let site = self.site.iter().map(|site| site.text.clone());
        self.heads.iter().cloned().chain(site).collect::<Vec<_>>().join("\n")
    }
}

/// A line that uses something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseSite {
    /// From 1.
    pub line: u32,
    /// Without the space around it.
    pub text: String,
}
