//! `quarry index` by a server: it is told to begin, and tells how far it is until it is done.

use std::io::{BufRead, BufReader};

use quarry_engine::{Progress, Stage};
use quarry_server::wire::{IndexDocument, ProblemShape, RepositoryShape};
use serde::de::DeserializeOwned;

use super::Server;
use super::error::ServerError;
use super::pairs::Pairs;

impl Server {
    /// Indexes, and returns what was done.
    pub(crate) fn index(&self, pairs: &Pairs, progress: &dyn Progress) -> Result<IndexDocument<'static>, ServerError> {
        let broken = |what: &str| ServerError::NotQuarry { url: self.url.clone(), what: what.to_owned() };
        let mut lines = BufReader::new(self.start("index", pairs)?.into_reader()).lines();
        let mut told = Told { progress, stage: None, n_done: 0 };
        let mut event = String::new();
        loop {
            let line = lines.next().transpose().map_err(|error| self.failed(error.into()))?;
            let line = line.ok_or_else(|| broken("it stopped telling how far indexing is"))?;
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.to_owned();
            }
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let unreadable = || broken("it sent an event that cannot be read");
            match event.as_str() {
                "repository" => told.tell(&read::<RepositoryShape>(data).ok_or_else(unreadable)?),
                "report" => return read(data).ok_or_else(unreadable),
                "problem" => return Err(ServerError::Problem(read::<ProblemShape>(data).ok_or_else(unreadable)?)),
                _ => {}
            }
        }
    }
}

fn read<T: DeserializeOwned>(data: &str) -> Option<T> {
    serde_json::from_str(data).ok()
}

/// How far the bar has come.
struct Told<'a> {
    progress: &'a dyn Progress,
    stage: Option<Stage>,
    n_done: usize,
}

impl Told<'_> {
    fn tell(&mut self, shape: &RepositoryShape) {
        let stage = match shape.indexing.doing.as_ref() {
            "discovering" => Stage::Discovering,
            "indexing" => Stage::Indexing,
            "embedding" => Stage::Embedding,
            "committing" => Stage::Committing,
            _ => return,
        };
        if self.stage != Some(stage) {
            self.progress.begin(stage, shape.indexing.total.saturating_sub(self.n_done));
            self.stage = Some(stage);
        }
        self.progress.advance(shape.indexing.done.saturating_sub(self.n_done));
        self.n_done = shape.indexing.done.max(self.n_done);
    }
}
