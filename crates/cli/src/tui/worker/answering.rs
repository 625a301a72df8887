//! Questions, files for the preview and contexts, answered from an open index.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use anyhow::Context;
use quarry_engine::{ContextRequest, Engine, OpenError, RepoPath, SearchRequest, SearchResponse, Searcher, Shown};

use super::{Order, Shared};
use crate::landing::Landing;
use crate::matches::Wanted;
use crate::refresh;
use crate::report;
use crate::tui::preview::FileView;
use crate::tui::state::{Answer, News, Question, Trouble};

/// Results that are listed: what lies further down is found faster by other words.
const N_HITS: usize = 30;
/// Questions asked within this time see files as they were at its beginning. A look for changes takes milliseconds, but every key
/// is a question.
const FRESH_FOR: Duration = Duration::from_secs(2);

/// What waits to be done; of each sort the last counts.
#[derive(Default)]
struct Waiting {
    question: Option<Question>,
    file: Option<RepoPath>,
    context: Option<String>,
}

impl Waiting {
    fn add(&mut self, order: Order) {
        match order {
            Order::Ask(question) => self.question = Some(question),
            Order::Show(path) => self.file = Some(path),
            Order::Assemble(query) => self.context = Some(query),
        }
    }
}

/// Works until nobody orders any more.
pub(super) fn run(engine: &Engine, orders: &Receiver<Order>, shared: &Shared, refreshes: &Sender<()>) {
    let mut desk = Desk { engine, searcher: None, shared };
    let mut looked = Instant::now();
    while let Ok(order) = orders.recv() {
        let mut waiting = Waiting::default();
        waiting.add(order);
        orders.try_iter().for_each(|order| waiting.add(order));
        if waiting.question.is_some() && looked.elapsed() > FRESH_FOR {
            looked = Instant::now();
            let _ = refreshes.send(());
        }
        let news = [
            waiting.question.map(|question| desk.answer(&question)),
            waiting.file.and_then(|path| desk.file(&path)),
            waiting.context.map(|query| desk.context(query)),
        ];
        if news.into_iter().flatten().any(|news| shared.news.send(news).is_err()) {
            return;
        }
    }
}

/// The open index.
struct Desk<'a> {
    engine: &'a Engine,
    searcher: Option<Searcher<'static>>,
    shared: &'a Shared,
}

impl Desk<'_> {
    /// The newest generation.
    fn searcher(&mut self) -> Result<&Searcher<'static>, OpenError> {
        let is_outdated = self.shared.is_outdated.swap(false, Ordering::Relaxed);
        match self.searcher.take().filter(|_| !is_outdated) {
            Some(open) => Ok(self.searcher.insert(open)),
            None => Ok(self.searcher.insert(self.engine.open_to_keep()?)),
        }
    }

    fn answer(&mut self, question: &Question) -> News {
        let request = SearchRequest {
            query: question.query.clone(),
            limit: Some(N_HITS),
            lines_before: Some(0),
            lines_after: Some(0),
            // The files around results are not shown here.
            related: Some(0),
            explain: question.explain,
            ..SearchRequest::default()
        };
        let failed = |error: anyhow::Error| Trouble::Failed(report::in_short(&error));
        let answer = match self.searcher() {
            Err(OpenError::Missing { .. }) => Err(Trouble::NoIndex),
            Err(error) => Err(failed(error.into())),
            Ok(searcher) => searcher
                .search(&request)
                .map(|response| Box::new(answer(response, &question.query, searcher)))
                .map_err(|error| failed(error.into())),
        };
        News::Answer(question.number, answer)
    }

    /// A file as it was indexed, so that it has the lines of the hit.
    fn file(&mut self, path: &RepoPath) -> Option<News> {
        let file = self.searcher().ok()?.file(path.as_str()).ok()??;
        Some(News::File(Arc::new(FileView::of_file(path, file.text(), file.record.language.as_str()))))
    }

    fn context(&mut self, query: String) -> News {
        let failed = refresh::failed(self.engine);
        let request = ContextRequest { query, ..ContextRequest::default() };
        let assembled = self
            .searcher()
            .map_err(anyhow::Error::from)
            .and_then(|searcher| searcher.assemble_context(&request, &Shown::default()).context(failed));
        News::Context(match assembled {
            Ok(response) if response.primary.is_empty() => {
                Err(response.notices.first().cloned().unwrap_or_else(|| "nothing was found to copy".to_owned()))
            }
            Ok(response) => Ok((response.text, response.n_tokens)),
            Err(error) => Err(report::in_short(&error)),
        })
    }
}

fn answer(response: SearchResponse, query: &str, searcher: &Searcher<'_>) -> Answer {
    let wanted = Wanted::of(query);
    let manifest = searcher.manifest();
    Answer {
        landings: response.hits.iter().map(|hit| Landing::of(hit, &wanted)).collect(),
        hits: response.hits,
        wanted,
        explanation: response.explanation,
        notices: response.notices,
        elapsed: response.elapsed,
        n_files: manifest.files.len(),
        languages: languages(searcher),
    }
}

/// Languages of the index, the most frequent first.
fn languages(searcher: &Searcher<'_>) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &searcher.manifest().files {
        *counts.entry(file.language.as_str()).or_default() += 1;
    }
    let mut names: Vec<(&str, usize)> = counts.into_iter().collect();
    names.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    names.into_iter().map(|(name, _)| name.to_owned()).collect()
}
