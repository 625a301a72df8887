//! One repository, kept open: the generation that answers now, the answers given before, and how fresh both are.
//!
//! Never here: who asks (MCP, REST) or what is asked.

mod gauge;
mod upkeep;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry_engine::{AnswerCache, CacheBounds, CacheStatistics, Engine, ModelAccess, Searcher, Settings, Stop};
use tokio::sync::watch;

pub(crate) use gauge::{Doing, Reading};
pub(crate) use upkeep::{Basis, Readiness};

use gauge::Gauge;
use upkeep::State;

/// Where a repository and its index are.
#[derive(Clone, Debug)]
pub struct Place {
    /// Top of the repository, absolute, as [`quarry_engine::locate`] gives it.
    pub root: PathBuf,
    /// The folder of all indexes.
    pub home: PathBuf,
    /// What the user says about models.
    pub access: ModelAccess,
}

/// A repository that many may ask at once.
pub(crate) struct Repository {
    name: String,
    place: Place,
    gauge: Arc<Gauge>,
    cache: AnswerCache,
    state: watch::Sender<State>,
    /// Ends indexing between two files.
    stop: Arc<AtomicBool>,
}

impl Repository {
    /// Opens nothing yet: the first check does.
    pub(crate) fn new(name: String, place: Place, settings: Settings) -> Arc<Repository> {
        let stop = Arc::<AtomicBool>::default();
        let access = ModelAccess { stop: Stop::from(Arc::clone(&stop)), ..place.access };
        let place = Place { access, ..place };
        let engine = engine(&place, settings);
        Arc::new(Repository {
            name,
            place,
            gauge: Arc::new(Gauge::stopped_by(Arc::clone(&stop))),
            cache: AnswerCache::new(CacheBounds::default()),
            state: watch::Sender::new(State::new(engine)),
            stop,
        })
    }

    /// What it is called by clients.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Top of the repository.
    pub(crate) fn root(&self) -> &Path {
        &self.place.root
    }

    /// The engine with the settings in effect.
    pub(crate) fn engine(&self) -> Arc<Engine> {
        Arc::clone(&self.state.borrow().engine)
    }

    /// An engine with other settings, for one question.
    pub(crate) fn engine_with(&self, settings: Settings) -> Arc<Engine> {
        engine(&self.place, settings)
    }

    /// The folder of all indexes.
    pub(crate) fn home(&self) -> &Path {
        &self.place.home
    }

    /// Answers given before.
    pub(crate) fn cache(&self) -> &AnswerCache {
        &self.cache
    }

    /// How often those could help.
    pub(crate) fn cache_statistics(&self) -> CacheStatistics {
        self.cache.statistics()
    }

    /// The generation that answers now, however old it is.
    pub(crate) fn searcher(&self) -> Option<Arc<Searcher<'static>>> {
        self.state.borrow().searcher.clone()
    }

    /// How far indexing is.
    pub(crate) fn reading(&self) -> Reading {
        self.gauge.reading()
    }

    /// From now on indexing ends at the next file; what is done is kept.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn engine(place: &Place, settings: Settings) -> Arc<Engine> {
    Arc::new(Engine::new(&place.root, &place.home, settings).with_model_access(place.access.clone()))
}
