//! The engine: a repository goes in, answers come out. The only API that front ends use.
//!
//! Two pipelines, each one function that reads as its stages: indexing and search. Plain structs in and out.
//! Never here: command lines, JSON, async, or a look at the environment.

mod by_file;
mod cache;
mod context;
mod error;
mod expand;
mod files;
mod filter_words;
mod graph;
mod grep;
mod indexing;
mod location;
mod lookup;
mod map;
mod model;
mod parallel;
mod passages;
mod progress;
mod refresh;
mod related;
mod reranking;
mod savings;
mod search;
mod settings;
mod status;
mod tokens;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use std::sync::OnceLock;

use quarry_store::{Graph, Snapshot};

use crate::by_file::ByFile;
use crate::expand::Neighbourhoods;
use crate::files::FetchedFiles;
use crate::model::{Model, Models};
use crate::reranking::{KeptReranker, Reranking};
use crate::search::place;

pub use cache::{AnswerCache, CacheBounds, CacheStatistics};
pub use context::{
    Budget, ContextLayout, ContextPiece, ContextRequest, ContextResponse, Form, LineRange, RelatedPiece, Sessions,
    Shown, UseSite,
};
pub use error::{IndexError, LocateError, SearchError, StorageError, causes};
pub use expand::{Expansion, RelatedFile};
pub use files::IndexedFile;
pub use filter_words::{
    FilterWordError, content_type as content_type_by_name, kind as kind_by_name, language as language_by_name, nearest,
};
pub use graph::{
    AffectedFile, AskError, Asked, Direction, FELT_BY, FileEdge, GraphAnswer, GraphSize, ImpactAnswer, Outline, Place,
    Relation, RelationAt, Relationship, Walk,
};
pub use grep::{
    Case, Defines, GrepFile, GrepGroup, GrepLine, GrepMatch, GrepPattern, GrepRequest, GrepResponse, GrepSymbol,
    GrepTotals, PatternError, PatternStyle,
};
pub use indexing::discover::{DEFAULT_EXCLUDES, DiscoverError, Discovery, ExcludeGroup, SkipReason, Skipped, discover};
pub use indexing::estimate::EmbeddingEstimate;
pub use indexing::{IndexReport, Mode};
pub use location::{Location, has_mark, is_everything, is_repository, locate};
pub use map::{MapFile, MapRequest, MapSymbol, RepositoryMap};
pub use model::{ConfiguredModel, ModelAccess, ModelError, ModelProbe};
pub use progress::{Progress, Quiet, Stage};
pub use quarry_models::{EmbedError, Estimate, RerankError, Secret, Stop};
pub use quarry_parse::{LanguageInfo, Languages};
pub use quarry_source::{Confidence, EdgeKind, RepoPath, Span, Symbol, SymbolKind};
pub use quarry_store::{
    CommitError, FileRecord, Filter, FilterError, Manifest, NamePattern, OpenError, PathPattern, SkippedRecord,
    VectorModel, WeightedTerm, start_helpers,
};
pub use refresh::{Ready, Refreshed};
pub use related::{RelatedError, RelatedHit, RelatedOrigin, RelatedRequest, RelatedResponse, RelatedTo};
pub use reranking::RerankProbe;
pub use savings::{AnsweredCall, CallSavings, Savings, SavingsLog, savings};
pub use search::{
    AskedName, CandidateExplanation, Excerpts, Explanation, Feature, Features, Hit, HitSymbol, Intent, JudgedChunk,
    MatchType, Plan, RerankExplanation, SearchRequest, SearchResponse, Stages, SuggestedFilter, Wishes,
};
pub use settings::{
    ContextSettings, DaemonSettings, FILE_NAME as SETTINGS_FILE, FieldWeight, FieldWeights, Fusion, IndexSettings,
    KeyDescription, KeywordProfile, KeywordSettings, ModelProvider, ModelSettings, PartWeights, PoolingChoice, Ranker,
    RerankProvider, RerankSettings, SavingsSettings, SearchMode, SearchSettings, Settings, SettingsError,
    SettingsProblem,
};
pub use status::{EmbeddedCount, IndexSummary, LanguageCount, Status, clear, list};
pub use tokens::Tokenizer;

/// One repository and its index.
#[derive(Clone, Debug)]
pub struct Engine {
    root: PathBuf,
    home: PathBuf,
    dir: PathBuf,
    project: String,
    settings: Settings,
    access: ModelAccess,
    reranker: KeptReranker,
}

impl Engine {
    /// Works on the repository at `root` (absolute, as [`locate`] gives it) with its index below `home`.
    pub fn new(root: &Path, home: &Path, settings: Settings) -> Engine {
        let project = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Engine {
            root: root.to_owned(),
            home: home.to_owned(),
            dir: location::index_dir(home, root),
            project,
            settings,
            access: ModelAccess::default(),
            reranker: KeptReranker::default(),
        }
    }

    /// Gives the project another name than its root's: a question's words that only repeat it count little.
    pub fn with_project_name(self, project: &str) -> Engine {
        Engine { project: project.to_owned(), ..self }
    }

    /// Keeps the index in another folder than its own below the home: settings that are only tried must not replace it. What
    /// models gave is still shared.
    pub fn with_index_dir(self, dir: &Path) -> Engine {
        Engine { dir: dir.to_owned(), ..self }
    }

    /// What the user, not the repository, decides about models.
    pub fn with_model_access(self, access: ModelAccess) -> Engine {
        Engine { access, reranker: KeptReranker::default(), ..self }
    }

    /// Top of the repository.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Folder of the index, whether it exists or not.
    pub fn index_dir(&self) -> &Path {
        &self.dir
    }

    /// The settings in use.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Brings the index up to date, or makes it. Returns at once what it did.
    pub fn index(&self, mode: Mode, progress: &dyn Progress) -> Result<IndexReport, IndexError> {
        indexing::update(&self.indexing(), mode, progress)
    }

    /// Opens the last complete generation for searching.
    pub fn open(&self) -> Result<Searcher<'_>, OpenError> {
        Searcher::of(Cow::Borrowed(self))
    }

    /// The same, for whoever keeps it: a server asks one generation until there is a newer one.
    pub fn open_to_keep(&self) -> Result<Searcher<'static>, OpenError> {
        Searcher::of(Cow::Owned(self.clone()))
    }

    /// What the next run of [`Engine::index`] would have embedded, and what that would cost. Writes and sends nothing.
    pub fn estimate(&self, mode: Mode) -> Result<EmbeddingEstimate, IndexError> {
        indexing::estimate::of_next_run(&self.indexing(), mode)
    }

    /// The model that the settings name, or none if they want none. Sends nothing.
    pub fn configured_model(&self) -> Result<Option<ConfiguredModel>, ModelError> {
        self.models().configured()
    }

    /// Asks a model outside of Quarry for one vector; `None` if the settings name no such model.
    pub fn probe_model(&self) -> Result<Option<ModelProbe>, ModelError> {
        self.models().probe()
    }

    /// Asks the model that re-ranks about one passage; `None` if the settings name none.
    pub fn probe_reranker(&self) -> Result<Option<RerankProbe>, ModelError> {
        self.reranking().probe()
    }

    fn indexing(&self) -> indexing::Context<'_> {
        indexing::Context { root: &self.root, dir: &self.dir, settings: &self.settings, models: self.models() }
    }

    fn reranking(&self) -> Reranking<'_> {
        Reranking { settings: &self.settings.rerank, access: &self.access, kept: &self.reranker }
    }

    fn models(&self) -> Models<'_> {
        Models { settings: &self.settings.model, access: &self.access, cache: self.home.join("vectors") }
    }

    /// What the index holds; does not look at the files.
    pub fn status(&self) -> Result<Status, OpenError> {
        status::of_index(&self.dir)
    }
}

/// One generation of an index, open for any number of questions.
pub struct Searcher<'a> {
    engine: Cow<'a, Engine>,
    snapshot: Snapshot,
    files: FetchedFiles,
    model: Result<Option<Model>, ModelError>,
    graph: OnceLock<Graph>,
    neighbourhoods: Neighbourhoods,
    places: ByFile<place::Place>,
}

impl<'a> Searcher<'a> {
    fn of(engine: Cow<'a, Engine>) -> Result<Searcher<'a>, OpenError> {
        let snapshot = Snapshot::open(&engine.dir)?;
        let model = engine.models().open(snapshot.manifest().model.as_ref());
        Ok(Searcher {
            engine,
            snapshot,
            files: FetchedFiles::default(),
            model,
            graph: OnceLock::new(),
            neighbourhoods: Neighbourhoods::default(),
            places: ByFile::default(),
        })
    }
}

impl Searcher<'_> {
    /// Answers a question.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchResponse, SearchError> {
        search::search(self, request)
    }

    /// Finds every match of a pattern in the indexed files, as they are on disk now. After a stop was requested (see
    /// [`ModelAccess`]) the answer is not complete.
    pub fn grep(&self, request: &GrepRequest) -> GrepResponse {
        let Engine { root, settings, access, .. } = self.engine.as_ref();
        grep::grep(&grep::Context { root, snapshot: &self.snapshot, settings, stop: &access.stop }, request)
    }

    /// The vector of a question, if the index has vectors of a model that answers.
    pub(crate) fn question_vector(&self, query: &str) -> Option<Vec<f32>> {
        search::question_vector(&self.context(), query)
    }

    fn context(&self) -> search::Context<'_> {
        search::Context {
            snapshot: &self.snapshot,
            files: &self.files,
            places: &self.places,
            settings: &self.engine.settings,
            model: &self.model,
            reranking: self.engine.reranking(),
            project: &self.engine.project,
        }
    }

    /// What this generation holds.
    pub fn manifest(&self) -> &Manifest {
        self.snapshot.manifest()
    }
}
