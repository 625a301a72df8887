//! What the tools that answer from the code graph share: waiting for an index, a page of rows within the budget, and honest
//! words where nothing was found.

mod told;

use std::sync::Arc;

use quarry_engine::{Asked, Confidence, Place, Searcher, Walk};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Call, Said, few};
use crate::budget::{Budget, DEFAULT_TOKENS};
use crate::failure::Failure;
use crate::lookup;
use crate::mcp::page::Page;
use crate::mcp::progress;
use crate::parameters::GraphParameters;
use crate::repository::{Readiness, Reading};
use crate::wire::{AgentGraph, AgentPlace, IndexingShape};
use crate::work::blocking;

pub(super) use told::head;

/// Notices may take this part of a budget, and stand in both forms of the answer.
const NOTICES_SHARE: usize = 6;

/// What every question to the graph may say.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct GraphArguments {
    #[serde(flatten)]
    pub(super) about: GraphParameters,
    /// Size of the answer at most, in tokens [default: 6000].
    #[schemars(range(min = 500, max = 20000))]
    max_tokens: Option<usize>,
    /// The `next_cursor` of the page before, with all other arguments as they were.
    cursor: Option<String>,
}

/// What a question is put to.
pub(super) struct Source<'a> {
    pub(super) searcher: &'a Searcher<'static>,
    pub(super) asked: &'a Asked,
    /// Rows that are needed, those of the pages before among them.
    pub(super) n_rows: usize,
}

/// What the graph knows.
#[derive(Default)]
pub(super) struct Found {
    pub(super) subjects: Vec<Place>,
    /// From the first page on.
    pub(super) rows: Vec<Row>,
    pub(super) n_all: usize,
    /// What one row is called, and several.
    pub(super) noun: (&'static str, &'static str),
    pub(super) n_uncertain: usize,
    /// How those are called.
    pub(super) uncertain: &'static str,
    pub(super) is_cut: bool,
    pub(super) notices: Vec<String>,
}

/// A place with its code.
pub(super) struct Row {
    pub(super) place: AgentPlace,
    pub(super) code: String,
}

/// How places are called that a walk counts and does not follow.
pub(super) fn uncertain(walk: &Walk) -> &'static str {
    if walk.floor == Confidence::Ambiguous { "ambiguous" } else { "less sure" }
}

/// Kind and name of a definition; nothing for a file as a whole.
pub(super) fn symbol_of(place: &Place) -> Option<String> {
    place.symbol.as_ref().map(|symbol| format!("{} {}", symbol.kind.as_str(), symbol.qualified_name))
}

/// Answers a question: waits for an index, looks it up, tells what fits. The arguments were read from the call; `question` tells
/// them from those of other tools and actions.
pub(super) async fn answer<L>(
    call: Call<'_>,
    arguments: GraphArguments,
    question: &str,
    look_up: L,
) -> Result<Said, Failure>
where
    L: FnOnce(&Source<'_>) -> Result<Found, Failure> + Send + 'static,
{
    let GraphArguments { about, max_tokens, cursor } = arguments;
    let page = Page::of(cursor.as_deref(), &format!("{question} {about:?}"))?;
    let repository = call.repositories.find(about.repository.as_deref())?;
    let basis = match progress::wait(repository.ready(), &repository, call.context).await? {
        Readiness::Ready(basis) => basis,
        Readiness::NotYet(reading) => return not_yet(reading),
        Readiness::Failed(problem) => return Err(Failure::no_index(problem)),
    };
    let searcher = Arc::clone(&basis.searcher);
    let n_rows = page.offset + about.n_rows();
    let mut found = blocking(move || {
        let asked = lookup::asked(&about.target, repository.root(), &searcher);
        let mut found = look_up(&Source { searcher: &searcher, asked: &asked, n_rows })?;
        found.notices.extend(lookup::other_spelling(&asked, &found.subjects).filter(|_| !found.subjects.is_empty()));
        Ok(found)
    })
    .await?;
    let generation = basis.searcher.manifest().generation;
    if page.generation.is_some_and(|before| before != generation) {
        found.notices.push("files have changed since the page before; rows may repeat or be missing".to_owned());
    }
    // The graph needs no vectors, so what a model could not do is not told.
    let notices = [basis.ready.notices.as_slice(), &found.notices].concat();
    let mut budget = Budget::of_tokens(max_tokens.unwrap_or(DEFAULT_TOKENS));
    let mut answer = AgentGraph {
        subjects: told::subjects(&found.subjects),
        total: found.n_all,
        ambiguous_sites: found.n_uncertain,
        cut: found.is_cut,
        fresh: basis.ready.is_fresh,
        notices: few(notices, budget.n_chars_left() / NOTICES_SHARE),
        indexing: basis.indexing.map(IndexingShape::from),
        ..AgentGraph::default()
    };
    let mut text = told::rows(&mut found, &page, &mut answer, (&mut budget, call.reader));
    let n_told = page.offset + answer.found.len();
    if n_told < found.n_all && !answer.found.is_empty() {
        answer.next_cursor = page.after(answer.found.len(), generation);
    }
    text.push_str(&told::closing(&found, &page, &answer));
    Said::new(text, &answer)
}

/// There is nothing to ask yet, and that is an answer: an error would make the agent give up on the tool.
pub(super) fn not_yet(reading: Reading) -> Result<Said, Failure> {
    let sentence = format!(
        "The first index of this repository is being made: {}. Ask again in a few seconds.",
        reading.sentence()
    );
    let indexing = Some(IndexingShape::from(reading));
    Said::new(sentence.clone(), &AgentGraph { notices: vec![sentence], indexing, ..AgentGraph::default() })
}
