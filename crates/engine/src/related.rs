//! Related code: a chunk or a text in, the chunks most like it out, each with the reasons.
//!
//! ```text
//! origin ─> recall by vector and by words ─> similarity, shared words, shared names ─> the best, so many of a file ─> hits
//! ```
//!
//! A chunk is compared as it was indexed, with its file's card and the names around it. Without a model, words and names answer
//! alone, with a notice.

mod origin;

use std::time::{Duration, Instant};

use quarry_source::{Chunk, RepoPath, Span};
use quarry_store::{FileId, Filter, KeywordQuery, PerFile, ReadError, ScoredChunk, StoredFile, VectorQuery};

use crate::Searcher;
use crate::error::SearchError;
use crate::search::{Chosen, Context, Hit, MatchType, SearchRequest, from_chunks};
use crate::settings::SearchMode;
use origin::Origin;

/// Candidates that each side recalls for every hit that is wanted: what is overlapping or of one file drops out.
const CANDIDATES_PER_HIT: usize = 6;
/// Beside similarity (0 to 1): what the share of the best keyword score counts.
const WORDS: f32 = 0.3;
/// And what the share of the origin's names counts, rare names more than common ones.
const NAMES: f32 = 0.3;

/// What related code is looked for.
#[derive(Clone, Debug, Default)]
pub struct RelatedRequest {
    /// What is compared.
    pub to: RelatedTo,
    /// What may be returned at all.
    pub filter: Filter,
    /// How many hits; `None` takes the setting of searches.
    pub limit: Option<usize>,
    /// How many hits of one file; `None` means one.
    pub per_file: Option<usize>,
}

/// What is compared.
#[derive(Clone, Debug)]
pub enum RelatedTo {
    /// The chunk of an indexed file that holds a line, or the next one if none does.
    Line {
        /// The file.
        path: RepoPath,
        /// From 1.
        line: u32,
    },
    /// A text that need not stand in any file.
    Text(String),
}

impl Default for RelatedTo {
    fn default() -> Self {
        RelatedTo::Text(String::new())
    }
}

/// Related code.
#[derive(Clone, Debug)]
pub struct RelatedResponse {
    /// The chunk that was compared, if it stands in a file.
    pub origin: Option<RelatedOrigin>,
    /// Best first.
    pub hits: Vec<RelatedHit>,
    /// What went less well than it could, or should be known to the reader.
    pub notices: Vec<String>,
    /// The generation that answered.
    pub generation: u64,
    /// How long it took, without bringing the index up to date.
    pub elapsed: Duration,
}

/// The chunk that was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelatedOrigin {
    /// Where the file is.
    pub path: RepoPath,
    /// What the chunk covers.
    pub span: Span,
}

/// A chunk that is related, and why.
#[derive(Clone, Debug)]
pub struct RelatedHit {
    /// The chunk. Its score is the sum of the reasons.
    pub hit: Hit,
    /// How alike the meanings are, as a cosine; `None` if they were not compared or are too far apart to be recalled.
    pub similarity: Option<f32>,
    /// Names that both define or use, the rarest first.
    pub shared_names: Vec<String>,
}

/// Why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum RelatedError {
    /// The file is not in the index.
    #[error("{path} is not in the index{}", why.as_ref().map(|why| format!(": {why}")).unwrap_or_default())]
    NotIndexed {
        /// The file.
        path: RepoPath,
        /// Why it was left out, if that is known.
        why: Option<Box<str>>,
    },
    /// The file is shorter.
    #[error("{path} has {n_lines} lines, there is no line {line}")]
    NoSuchLine {
        /// The file.
        path: RepoPath,
        /// As asked.
        line: u32,
        /// As indexed.
        n_lines: u32,
    },
    /// Nothing to compare.
    #[error("the text holds no word to compare")]
    NoWord,
    /// The index could not be asked.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl Searcher<'_> {
    /// Finds chunks like another one, or like a text.
    pub fn related(&self, request: &RelatedRequest) -> Result<RelatedResponse, RelatedError> {
        find(&self.context(), request)
    }
}

fn find(context: &Context<'_>, request: &RelatedRequest) -> Result<RelatedResponse, RelatedError> {
    let start = Instant::now();
    let mut notices = Vec::new();
    let limit = request.limit.unwrap_or(context.settings.search.limit);
    let origin = Origin::of(context, &request.to)?;
    let is_compared = context.settings.search.mode != SearchMode::Keyword;
    let vector = if is_compared { origin.vector(context, &mut notices) } else { None };
    let recalled = recalled(context, request, (&origin, vector.as_deref()), limit.saturating_mul(CANDIDATES_PER_HIT))?;
    let mut candidates = recalled.candidates(context, &origin)?;
    candidates.sort_by(|a, b| b.chosen.score.total_cmp(&a.chosen.score).then_with(|| a.place().cmp(&b.place())));
    keep_few_of_a_file(&mut candidates, request.per_file.unwrap_or(1));
    let chosen: Vec<Chosen> = candidates.iter().map(|candidate| candidate.chosen).collect();
    let (hits, problems) = from_chunks(context, &SearchRequest::default(), &chosen, limit)?;
    notices.extend(problems);
    let with_reasons = |hit: Hit| {
        let found = candidates.iter().find(|candidate| candidate.place() == (&hit.path, hit.span))?;
        Some(RelatedHit { similarity: found.similarity, shared_names: found.shared_names.clone(), hit })
    };
    Ok(RelatedResponse {
        hits: hits.into_iter().filter_map(with_reasons).collect(),
        origin: origin.place,
        notices,
        generation: context.snapshot.manifest().generation,
        elapsed: start.elapsed(),
    })
}

/// What each side found.
struct Recalled {
    by_word: Vec<ScoredChunk>,
    by_meaning: Vec<ScoredChunk>,
    /// How rare each of the origin's names is.
    rarity: Vec<f32>,
}

fn recalled(
    context: &Context<'_>,
    request: &RelatedRequest,
    (origin, vector): (&Origin, Option<&[f32]>),
    limit: usize,
) -> Result<Recalled, SearchError> {
    let per_file = PerFile::AtMost(request.per_file.unwrap_or(1).saturating_mul(CANDIDATES_PER_HIT));
    let mut by_meaning = match vector {
        Some(vector) => context.snapshot.recall_by_vector(&VectorQuery { vector, limit, per_file }, &request.filter)?,
        None => Vec::new(),
    };
    by_meaning.retain(|chunk| chunk.score >= context.settings.search.min_similarity);
    let keyword = KeywordQuery {
        terms: origin.terms(),
        fields: (&context.settings.keyword.fields).into(),
        k1: context.settings.keyword.k1,
        limit,
        per_file,
    };
    let scorer = context.snapshot.keyword_scorer(keyword)?;
    Ok(Recalled { by_word: scorer.best_chunks(&request.filter)?, by_meaning, rarity: origin.rarity(scorer.idf()) })
}

/// A chunk that may be a hit, and why.
struct Candidate {
    path: RepoPath,
    span: Span,
    similarity: Option<f32>,
    shared_names: Vec<String>,
    chosen: Chosen,
}

impl Candidate {
    fn place(&self) -> (&RepoPath, Span) {
        (&self.path, self.span)
    }
}

impl Recalled {
    /// Every chunk that was recalled, with its reasons; without the origin and what overlaps it.
    fn candidates(&self, context: &Context<'_>, origin: &Origin) -> Result<Vec<Candidate>, SearchError> {
        let mut all: Vec<(FileId, u32)> =
            self.by_word.iter().chain(&self.by_meaning).map(|chunk| (chunk.file, chunk.ordinal)).collect();
        all.sort_unstable();
        all.dedup();
        let mut candidates = Vec::with_capacity(all.len());
        for (file, ordinal) in all {
            let Some(record) = context.snapshot.record(file) else { continue };
            let Some(stored) = context.files.get(context.snapshot, record)? else { continue };
            let Some(chunk) = stored.catalog.chunks.get(ordinal as usize) else { continue };
            if origin.overlaps(&record.path, &chunk.span) {
                continue;
            }
            let shared = self.shared(origin, &stored, chunk)?;
            let score_in =
                |list: &[ScoredChunk]| Some(list.iter().find(|one| (one.file, one.ordinal) == (file, ordinal))?.score);
            let (similarity, words) = (score_in(&self.by_meaning), score_in(&self.by_word));
            let best_word = self.by_word.first().map_or(1.0, |best| best.score).max(f32::MIN_POSITIVE);
            // Not among the nearest: no nearer than the last of them.
            let meaning = similarity.or_else(|| Some(self.by_meaning.last()?.score)).unwrap_or(0.0);
            let score = meaning + WORDS * words.map_or(0.0, |words| words / best_word) + NAMES * shared.share;
            let match_type = match (words, similarity) {
                (Some(_), Some(_)) => MatchType::Both,
                (None, _) => MatchType::Semantic,
                (_, None) => MatchType::Keyword,
            };
            candidates.push(Candidate {
                path: record.path.clone(),
                span: chunk.span,
                similarity,
                shared_names: shared.names,
                chosen: Chosen { file, ordinal, score, rerank_score: None, match_type },
            });
        }
        Ok(candidates)
    }

    /// The origin's names that a chunk has, too.
    fn shared(&self, origin: &Origin, file: &StoredFile, chunk: &Chunk) -> Result<Shared, ReadError> {
        let own = origin::names_in(file, chunk)?;
        let mut found: Vec<(f32, &String)> =
            self.rarity.iter().copied().zip(&origin.names).filter(|(_, name)| own.contains(&name.as_str())).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let all: f32 = self.rarity.iter().sum();
        let share = found.iter().map(|(rarity, _)| rarity).sum::<f32>() / all.max(f32::MIN_POSITIVE);
        Ok(Shared { share, names: found.into_iter().map(|(_, name)| name.clone()).collect() })
    }
}

struct Shared {
    /// Of all names, by rarity.
    share: f32,
    names: Vec<String>,
}

/// Leaves the best few of each file; the list is sorted, best first.
fn keep_few_of_a_file(candidates: &mut Vec<Candidate>, most: usize) {
    let mut kept: Vec<FileId> = Vec::new();
    candidates.retain(|candidate| {
        let file = candidate.chosen.file;
        kept.push(file);
        kept.iter().filter(|known| **known == file).count() <= most
    });
}
