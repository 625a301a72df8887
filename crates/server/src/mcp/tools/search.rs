//! The tool `search`: a question in, the few pieces of code that answer out, within a budget.

mod told;

use std::sync::{Arc, LazyLock};

use quarry_engine::{Excerpts, SearchRequest, SearchResponse};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Call, Said, few};
use crate::budget::{Budget, DEFAULT_TOKENS};
use crate::failure::Failure;
use crate::mcp::page::Page;
use crate::mcp::progress;
use crate::parameters::{Form, SearchParameters};
use crate::repository::{Basis, Readiness, Reading};
use crate::wire::{AgentSearch, IndexingShape};
use crate::work::blocking;
use told::{Closing, Told};

pub(super) const TITLE: &str = "Search code";
pub(super) const DESCRIPTION: &str = "\
Finds code by meaning and by name in the whole repository; returns the few pieces that answer, best first, with their code. \
Use it before grep, glob or reading files whenever you do not know the exact place: \"where are sessions expired\", \
\"retry with backoff\", `parse_config`, \"tests of the cart total\". Filters narrow the answer: lang, path, exclude, ext, kind, \
name, type. Not for listing every occurrence of a text; use grep for that.";

/// Notices may take this part of a budget, and stand in both forms of the answer.
const NOTICES_SHARE: usize = 6;

/// Files around the hits that are named, on the first page: more is a matter of `symbol` and `impact`.
const MAX_RELATED: usize = 5;

/// The structured form of an answer.
pub(super) type Answer = AgentSearch<'static>;

static FORM: LazyLock<Form<Arguments>> = LazyLock::new(Form::new);

/// The arguments of `search`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    #[serde(flatten)]
    question: SearchParameters,
    /// Size of the answer at most, in tokens [default: 6000].
    #[schemars(range(min = 500, max = 20000))]
    max_tokens: Option<usize>,
    /// The `next_cursor` of the page before, with all other arguments as they were.
    cursor: Option<String>,
}

pub(super) async fn call(call: Call<'_>) -> Result<Said, Failure> {
    let Call { repositories, context, reader, arguments } = call;
    let Arguments { question, max_tokens, cursor } = FORM.read(arguments)?;
    let page = Page::of(cursor.as_deref(), &format!("{question:?}"))?;
    let repository = repositories.find(question.repository.as_deref())?;
    let basis = match progress::wait(repository.ready(), &repository, context).await? {
        Readiness::Ready(basis) => basis,
        Readiness::NotYet(reading) => return not_yet(reading),
        Readiness::Failed(problem) => return Err(Failure::no_index(problem)),
    };
    let limit = question.limit.unwrap_or(repository.engine().settings().search.limit);
    // One more than is shown tells whether there are more.
    let most_related = if page.offset == 0 { MAX_RELATED } else { 0 };
    let request = SearchRequest { related: Some(most_related), ..question.request(page.offset + limit + 1)? };
    let searcher = Arc::clone(&basis.searcher);
    let asked = Arc::clone(&repository);
    let excerpts = Excerpts::for_query(&request.query);
    let response = blocking(move || Ok(asked.cache().search(&searcher, &request)?)).await?;
    let max_line_chars = repository.engine().settings().search.max_line_chars;
    let mut budget = Budget::of_tokens(max_tokens.unwrap_or(DEFAULT_TOKENS));
    let notices = few(notices(&basis, &response, &page), budget.n_chars_left() / NOTICES_SHARE);
    let mut told = Told::new(reader, excerpts, max_line_chars);
    told.leave_room(&notices, &mut budget);
    for (place, hit) in response.hits.iter().enumerate().skip(page.offset).take(limit) {
        if !told.add(place, hit, &mut budget) {
            break;
        }
    }
    told.add_related(&response.expansion.related, &mut budget);
    let is_more = response.hits.len() > page.offset + told.n_hits();
    let next_cursor = if is_more { page.after(told.n_hits(), response.generation) } else { None };
    let indexing = basis.indexing.map(IndexingShape::from);
    told.said(Closing { page: &page, next_cursor, notices, indexing, is_fresh: basis.ready.is_fresh })
}

/// What should be known about an answer.
fn notices(basis: &Basis, response: &SearchResponse, page: &Page) -> Vec<String> {
    let mut notices = basis.ready.notices_with(&response.notices);
    if page.generation.is_some_and(|generation| generation != response.generation) {
        notices.push("files have changed since the page before; hits may repeat or be missing".to_owned());
    }
    notices
}

/// There is nothing to ask yet, and that is an answer: an error would make the agent give up on the tool.
fn not_yet(reading: Reading) -> Result<Said, Failure> {
    let sentence = format!(
        "The first index of this repository is being made: {}. Ask again in a few seconds.",
        reading.sentence()
    );
    let answer = AgentSearch {
        hits: Vec::new(),
        related: Vec::new(),
        fresh: false,
        notices: vec![sentence.clone()],
        indexing: Some(IndexingShape::from(reading)),
        next_cursor: None,
    };
    Said::new(sentence, &answer)
}
