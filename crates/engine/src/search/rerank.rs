//! Re-ranking: a model reads the first chunks beside the question and puts them in order; the others stay behind them as they
//! were.
//!
//! Never without being asked for: a model takes seconds, and a language model need not say the same twice. Of two chunks with
//! the same score the one that was before stays before. A model that does not answer at all is an error; one that stops
//! answering leaves the rest in the middle, with a notice.

use std::sync::Arc;

use quarry_models::{Passage, Verdicts};
use quarry_source::{Chunk, RepoPath};
use quarry_store::{FileRecord, StoredFile};

use super::Context;
use super::diversify::Chosen;
use crate::error::{SearchError, causes};
use crate::model::ModelError;
use crate::passages::enclosing;

/// What a model made of the order.
#[derive(Clone, Debug)]
pub struct RerankExplanation {
    /// Provider and model.
    pub model: String,
    /// What it judged, best first.
    pub judged: Vec<JudgedChunk>,
}

/// Why a chunk stands where it stands.
#[derive(Clone, Debug)]
pub struct JudgedChunk {
    /// The file.
    pub path: RepoPath,
    /// The chunk's first line.
    pub line: u32,
    /// Its place before, from 1.
    pub place_before: usize,
    /// What the model gave it, from 0 to 100.
    pub score: f32,
}

/// Chunks in their last order, and how it came about.
#[derive(Debug)]
pub(super) struct Reranked {
    pub(super) chunks: Vec<Chosen>,
    /// What could not be judged.
    pub(super) notice: Option<String>,
    /// `None` if no model was asked.
    pub(super) explanation: Option<RerankExplanation>,
}

pub(super) fn by_model(
    context: &Context<'_>,
    question: &str,
    mut chosen: Vec<Chosen>,
) -> Result<Reranked, SearchError> {
    let Some(model) = context.reranking.model().map_err(SearchError::Rerank)? else {
        return Ok(Reranked { chunks: chosen, notice: None, explanation: None });
    };
    let rest = chosen.split_off(context.settings.rerank.top_n.min(chosen.len()));
    let (readable, lost) = read(context, chosen)?;
    let passages: Vec<Passage<'_>> = readable.iter().map(Readable::passage).collect();
    let verdicts = model.judge(question, &passages).map_err(|error| SearchError::Rerank(ModelError::Rerank(error)))?;
    let notice = unjudged(model.name(), &verdicts);
    let mut judged: Vec<(f32, Readable<'_>)> = verdicts.scores.into_iter().zip(readable).collect();
    // Stable: equal scores leave the order as it was.
    judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let explanation = RerankExplanation {
        model: model.name().to_owned(),
        judged: judged.iter().map(|(score, readable)| readable.explained(*score)).collect(),
    };
    let scored = judged.into_iter().map(|(score, one)| Chosen { rerank_score: Some(score), ..one.chosen });
    Ok(Reranked { chunks: scored.chain(lost).chain(rest).collect(), notice, explanation: Some(explanation) })
}

/// A chunk with its text.
struct Readable<'a> {
    chosen: Chosen,
    place_before: usize,
    record: &'a FileRecord,
    file: Arc<StoredFile>,
    chunk: Chunk,
    enclosing: String,
}

impl Readable<'_> {
    fn passage(&self) -> Passage<'_> {
        Passage {
            path: self.record.path.as_str(),
            enclosing: &self.enclosing,
            card: "",
            body: &self.file.text[self.chunk.span.bytes()],
        }
    }

    fn explained(&self, score: f32) -> JudgedChunk {
        let (path, line) = (self.record.path.clone(), self.chunk.span.start_line);
        JudgedChunk { path, line, place_before: self.place_before, score }
    }
}

/// Fetches the texts. What the index lists and does not hold comes second; the answer tells of it.
fn read<'a>(context: &Context<'a>, chosen: Vec<Chosen>) -> Result<(Vec<Readable<'a>>, Vec<Chosen>), SearchError> {
    let (mut readable, mut lost) = (Vec::new(), Vec::new());
    for (place_before, chosen) in (1..).zip(chosen) {
        let record = context.snapshot.record(chosen.file);
        let file = record.map(|record| context.files.get(context.snapshot, record)).transpose()?.flatten();
        let chunk = file.as_ref().and_then(|file| file.catalog.chunks.get(chosen.ordinal as usize)).cloned();
        match (record, file, chunk) {
            (Some(record), Some(file), Some(chunk)) => {
                let enclosing = enclosing(&chunk, &file.catalog.symbols);
                readable.push(Readable { chosen, place_before, record, file, chunk, enclosing });
            }
            _ => lost.push(chosen),
        }
    }
    Ok((readable, lost))
}

/// What to tell if not everything was judged.
fn unjudged(model: &str, verdicts: &Verdicts) -> Option<String> {
    let problem = verdicts.problem.as_ref()?;
    let (n_unjudged, n_all) = (verdicts.n_unjudged, verdicts.scores.len());
    let why = causes(problem);
    Some(format!("{n_unjudged} of {n_all} results could not be judged by {model} and count 50 of 100: {why}"))
}
