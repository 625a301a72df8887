//! The model that re-ranks, as the settings name it: opened when the first question needs it, and then kept.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use quarry_models::{RerankConfig, Reranker};

use crate::model::{ModelAccess, ModelError, is_elsewhere};
use crate::settings::RerankSettings;

/// Names the server of a model that re-ranks.
const URL_VARIABLE: &str = "QUARRY_RERANK_URL";

/// What a model that re-ranks answered when it was asked about one passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerankProbe {
    /// Provider and model.
    pub name: String,
    /// Where its server is, if it has one.
    pub url: Option<String>,
    /// How long it took, loading included.
    pub elapsed: Duration,
}

/// A model that was opened before, shared by all clones of an engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptReranker(Arc<OnceLock<Reranker>>);

/// Where the model that re-ranks comes from.
pub(crate) struct Reranking<'a> {
    pub(crate) settings: &'a RerankSettings,
    pub(crate) access: &'a ModelAccess,
    pub(crate) kept: &'a KeptReranker,
}

impl<'a> Reranking<'a> {
    /// The model of the settings, or none if they want none. A server is asked nothing yet.
    pub(crate) fn model(&self) -> Result<Option<&'a Reranker>, ModelError> {
        let KeptReranker(kept) = self.kept;
        if let Some(known) = kept.get() {
            return Ok(Some(known));
        }
        let Some(config) = self.config()? else { return Ok(None) };
        let opened = Reranker::open(&config, self.access.rerank_key.clone(), self.access.stop.clone())?;
        // If another thread was faster, its model is as good.
        Ok(Some(kept.get_or_init(|| opened)))
    }

    /// Asks the model about one passage; `None` if the settings want none.
    pub(crate) fn probe(&self) -> Result<Option<RerankProbe>, ModelError> {
        let Some(config) = self.config()? else { return Ok(None) };
        let start = Instant::now();
        if let Some(model) = self.model()? {
            model.probe()?;
        }
        let url = Some(config.url.clone()).filter(|url| !url.is_empty());
        Ok(Some(RerankProbe { name: config.name(), url, elapsed: start.elapsed() }))
    }

    /// How the model is asked, if there is one and it may be asked.
    fn config(&self) -> Result<Option<RerankConfig>, ModelError> {
        let Some(mut config) = self.settings.config() else { return Ok(None) };
        match &self.access.rerank_url {
            Some(url) if !config.url.is_empty() => config.url.clone_from(url),
            None if is_elsewhere(&config.url) => {
                return Err(ModelError::ForeignAddress { url: config.url, variable: URL_VARIABLE });
            }
            _ => {}
        }
        Ok(Some(config))
    }
}
