//! Every number, list and switch of Quarry, with its default and the reason for it.
//!
//! In:  `quarry.toml` at the root of a repository, or nothing.
//! Out: [`Settings`]: checked, complete, plain data that the stages are called with.
//!
//! A field is declared once: its comment here is also the comment in the file that [`Settings::to_toml`] prints and
//! the text of the reference. Never here: flags and environment variables; the front end lays them over the result.

mod context;
mod daemon;
mod declare;
mod error;
mod keyword;
mod model;
mod read;
mod rerank;
mod savings;
mod write;

#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::path::Path;

pub use context::ContextSettings;
pub use daemon::DaemonSettings;
pub use error::{SettingsError, SettingsProblem};
pub use keyword::{FieldWeight, FieldWeights, KeywordProfile, KeywordSettings};
pub use model::{ModelProvider, ModelSettings, PartWeights, PoolingChoice};
pub use rerank::{RerankProvider, RerankSettings};
pub use savings::SavingsSettings;
pub use write::KeyDescription;

use declare::{Setting, settings_group};

/// The settings file, at the root of a repository.
pub const FILE_NAME: &str = "quarry.toml";

settings_group! {
    /// All settings, grouped by stage.
    pub struct Settings {
        /// Which files are read, and how they are cut.
        index: IndexSettings = IndexSettings::default();
        /// How words are weighed: BM25F over the fields of a chunk.
        keyword: KeywordSettings = KeywordSettings::default();
        /// Who turns text into vectors.
        model: ModelSettings = ModelSettings::default();
        /// How candidates are found and what an answer holds.
        search: SearchSettings = SearchSettings::default();
        /// Who re-orders the best results.
        rerank: RerankSettings = RerankSettings::default();
        /// What an assembled context holds.
        context: ContextSettings = ContextSettings::default();
        /// A process that stays and answers faster.
        daemon: DaemonSettings = DaemonSettings::default();
        /// Whether answers are counted, for `quarry savings`.
        savings: SavingsSettings = SavingsSettings::default();
    }
}

settings_group! {
    /// Which files are read, and how they are cut.
    pub struct IndexSettings {
        /// If any are given, only files that match one of these are indexed (gitignore syntax, relative to the root).
        /// A pattern that spells out a name left out by default (`vendor/**`, `Cargo.lock`) brings it back.
        include: Vec<String> = Vec::new();
        /// Files and directories that are left out (gitignore syntax, relative to the root). `!name` keeps
        /// a name that would be left out by default.
        exclude: Vec<String> = Vec::new();
        /// Leave out what nobody wrote by hand: installed packages, build output, lock files, minified and generated
        /// code, binaries. On, because such files outnumber and outrank the code people ask about.
        default_excludes: bool = true;
        /// Obey .gitignore and .git/info/exclude. On: what is not in the repository is not its code.
        /// .ignore and .quarryignore are always obeyed, the user's global gitignore never: same answer for everybody.
        gitignore: bool = true;
        /// Index names that begin with a dot. On, because .github and .gitlab-ci.yml are questions too;
        /// .git, .hg, .svn and .jj are never read.
        hidden: bool = true;
        /// Index files that usually hold secrets (.env, private keys, credentials). Off: answers are pasted and sent on.
        secrets: bool = false;
        /// Larger files are skipped and named in the status. Of 135,000 files in 34 trees 101 are over 1 MB: mostly
        /// register tables and test data, but also Zig's hand-written Sema.zig (1.6 MB).
        max_file_bytes: u64 = 1_000_000, from 1 to 1_000_000_000;
        /// The size a chunk is packed to. 1000, as CocoSearch has: 750 ranks files a little better (.822 against .817;
        /// 1500: .810) but shows less of an answer and makes a third more chunks.
        chunk_bytes: usize = 1000, from 100 to 100_000;
        /// How far a chunk repeats the end of the one before it. 0: chunks end where syntax ends and carry their
        /// enclosing names, so a repeated tail only adds duplicates (.817 against .816 with 300, as CocoSearch has).
        overlap_bytes: usize = 0, from 0 to 100_000;
        /// Threads that read and parse; 0 means all cores. The answer does not depend on it.
        threads: usize = 0, from 0 to 1024;
    }
}

/// Which evidence a search goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMode {
    /// Words and meaning.
    Hybrid,
    /// Words alone.
    Keyword,
    /// Meaning alone.
    Semantic,
    /// Both where the question holds an identifier, meaning alone otherwise.
    Auto,
}

impl SearchMode {
    /// Every mode, the default first.
    pub const ALL: [SearchMode; 4] = [SearchMode::Hybrid, SearchMode::Keyword, SearchMode::Semantic, SearchMode::Auto];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            SearchMode::Hybrid => "hybrid",
            SearchMode::Keyword => "keyword",
            SearchMode::Semantic => "semantic",
            SearchMode::Auto => "auto",
        }
    }

    /// The inverse of [`SearchMode::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name)
    }
}

/// How candidates are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranker {
    /// Weights learned from questions with known answers.
    Learned,
    /// Weights set by hand.
    Rules,
    /// The places in the lists alone.
    None,
}

impl Ranker {
    /// Every ranker, the default first.
    pub const ALL: [Ranker; 3] = [Ranker::Learned, Ranker::Rules, Ranker::None];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            Ranker::Learned => "learned",
            Ranker::Rules => "rules",
            Ranker::None => "none",
        }
    }

    /// The inverse of [`Ranker::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ranker| ranker.as_str() == name)
    }
}

/// How two lists become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fusion {
    /// By reciprocal places.
    Rrf,
    /// By scores, in deviations from their mean.
    Dbsf,
    /// By scores, between the worst and the best.
    Weighted,
}

impl Fusion {
    /// Every method, the default first.
    pub const ALL: [Fusion; 3] = [Fusion::Rrf, Fusion::Dbsf, Fusion::Weighted];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            Fusion::Rrf => "rrf",
            Fusion::Dbsf => "dbsf",
            Fusion::Weighted => "weighted",
        }
    }

    /// The inverse of [`Fusion::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fusion| fusion.as_str() == name)
    }
}

settings_group! {
    /// How candidates are found and what an answer holds.
    pub struct SearchSettings {
        /// What a search goes by: `hybrid` (words and meaning), `keyword` or `semantic` alone, or `auto` (words only if the
        /// question holds an identifier, as CocoSearch does).
        mode: SearchMode = SearchMode::Hybrid;
        /// What puts candidates in order: `learned` (weights fitted to questions with known answers), `rules` (weights set by
        /// hand) or `none` (their places in the lists).
        ranker: Ranker = Ranker::Learned;
        /// How two lists become one when there is no ranker: `rrf` (places), `dbsf` or `weighted` (scores).
        fusion: Fusion = Fusion::Rrf;
        /// How much the first places count when two lists are joined: a place counts 1 / (rrf_k + place). 60, as in the
        /// paper that introduced it.
        rrf_k: f32 = 60.0, from 0.0 to 10_000.0;
        /// What a place among the vectors counts, one among the words being 1.
        semantic_weight: f32 = 1.0, from 0.0 to 100.0;
        /// Chunks whose vectors are less like the question's (cosine) are no answer: something is always nearest. 0.2: words
        /// that a repository does not know come up to 0.18, good answers from about 0.25 on.
        min_similarity: f32 = 0.2, from -1.0 to 1.0;
        /// Results of one search: one screen.
        limit: usize = 10, from 1 to 1000;
        /// Files named at most that the hits use or are used by, along the code graph, as CodeRAG has it. 0: none are looked for.
        max_related: usize = 10, from 0 to 100;
        /// Lines shown before each hit. 0: a hit is a whole piece of syntax already. At most 50: more is a file, not context.
        context_before: usize = 0, from 0 to 50;
        /// Lines shown after each hit, as for `context_before`.
        context_after: usize = 0, from 0 to 50;
        /// Longer lines are cut for display, so that one minified line cannot fill an answer.
        max_line_chars: usize = 200, from 20 to 100_000;
        /// Chunks that one file may place in an answer, as CodeContext has it. The best of each file comes first.
        max_chunks_per_file: usize = 2, from 1 to 1000;
        /// A further chunk of a file comes only after so many other files. 5: two chunks side by side cost a fiftieth of NDCG,
        /// one at the sixth place costs nothing.
        files_first: usize = 5, from 1 to 1000;
        /// How many candidates recall hands on to ranking. The best 100 files held the answer to all 616 tuning questions
        /// and to 99.8 % of 635 others (CocoSearch takes min(2 x limit, 100)).
        recall_depth: usize = 100, from 1 to 10_000;
    }
}

impl IndexSettings {
    /// How many threads read files.
    pub(crate) fn n_threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }
}

impl SearchSettings {
    /// Who ranks in this mode: meaning alone is ordered by likeness alone.
    pub(crate) fn ranker_in(&self, mode: SearchMode) -> Ranker {
        if mode == SearchMode::Semantic { Ranker::None } else { self.ranker }
    }
}

impl Settings {
    /// Reads `quarry.toml` at the root of a repository; without one, the defaults.
    pub fn load(root: &Path) -> Result<Settings, SettingsError> {
        let file = root.join(FILE_NAME);
        match fs_err::read_to_string(&file) {
            Ok(text) => Settings::from_toml(&text, &file),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Settings::default()),
            Err(source) => Err(SettingsError::Read { source }),
        }
    }

    /// Reads the text of a settings file. `file` is only named in errors. What the text does not set keeps its default.
    pub fn from_toml(text: &str, file: &Path) -> Result<Settings, SettingsError> {
        read::settings(text, file)
    }

    /// The effective settings as a file that [`Settings::from_toml`] reads back, every key with its comment.
    pub fn to_toml(&self) -> String {
        write::settings(self)
    }

    /// Every key with its default and its documentation, in the order of the file: the reference is made of this.
    pub fn keys() -> Vec<KeyDescription> {
        write::keys()
    }

    fn entries(&mut self) -> Vec<declare::Entry<'_>> {
        let mut entries = Vec::new();
        let root = declare::Place { key: String::new(), doc: "", range: None };
        self.describe(root, &mut entries);
        entries
    }
}
