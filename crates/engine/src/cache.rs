//! Answers that were given before, for a process that answers many questions.
//!
//! Two levels. Exact: everything that decides the answer is equal. Near: the questions mean the same (cosine of their vectors),
//! and their filters, limits and identifiers are equal, so that `getUserById` never answers for `getUserByName`. An answer of
//! another generation or by other settings is never given: when either changes, all are dropped.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Searcher;
use crate::error::SearchError;
use crate::search::{Plan, SearchRequest, SearchResponse};
use crate::settings::Settings;

/// Questions whose vectors are at least this alike mean the same.
const SAME_MEANING: f32 = 0.95;
/// The first so many numbers of two vectors tell most of them apart.
const BEGINNING: usize = 64;
/// Of the signs of these numbers so many may differ. Of vectors with such a cosine one in ten does, six or seven; that three times
/// as many do is next to impossible, and costs no more than an answer made anew.
const MAX_TURNED: u32 = 20;
/// More than rounding can make of a product of two vectors of length 1.
const ROUNDING: f32 = 1e-3;

/// How much is kept and for how long.
#[derive(Clone, Copy, Debug)]
pub struct CacheBounds {
    /// Answers that are kept; the one not asked for longest goes first.
    pub n_answers: usize,
    /// An older answer is not given.
    pub max_age: Duration,
}

impl Default for CacheBounds {
    fn default() -> Self {
        CacheBounds { n_answers: 500, max_age: Duration::from_secs(24 * 60 * 60) }
    }
}

/// How often the cache could help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Answers to the very same request.
    pub n_exact: u64,
    /// Answers to a question that means the same.
    pub n_near: u64,
    /// Questions that had to be answered.
    pub n_missed: u64,
    /// Answers that are kept now.
    pub n_kept: usize,
}

/// Answers by question, of one index. Shared by all threads that answer.
#[derive(Debug, Default)]
pub struct AnswerCache {
    bounds: CacheBounds,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// What all answers were made from.
    generation: u64,
    settings: Settings,
    /// Counts requests, to know what was not asked for longest.
    clock: u64,
    entries: Vec<Entry>,
    /// When the first of them was made, or one that is gone already.
    oldest: Option<Instant>,
    statistics: CacheStatistics,
}

#[derive(Debug)]
struct Entry {
    keys: Keys,
    query: String,
    /// Everything else of the request, as text.
    conditions: String,
    meaning: Meaning,
    response: Arc<SearchResponse>,
    made: Instant,
    used: u64,
}

/// Numbers that tell most requests apart without reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Keys {
    request: u64,
    conditions: u64,
}

/// What tells questions apart that are worded differently.
#[derive(Debug, Default)]
struct Meaning {
    identifiers: Vec<String>,
    vector: Option<Direction>,
}

/// A vector of length 1, so that the product of two is the cosine.
#[derive(Debug)]
struct Direction {
    numbers: Vec<f32>,
    /// The length of what stands behind its beginning.
    rest: f32,
    /// Which of its first numbers are above zero.
    signs: u64,
}

/// What is asked of the cache.
struct Asked<'a> {
    generation: u64,
    settings: &'a Settings,
    keys: Keys,
    query: &'a str,
    conditions: String,
    now: Instant,
}

impl AnswerCache {
    /// An empty cache.
    pub fn new(bounds: CacheBounds) -> Self {
        AnswerCache { bounds, state: Mutex::default() }
    }

    /// The answer to a request: one that was given before, or a new one.
    pub fn search(&self, searcher: &Searcher<'_>, request: &SearchRequest) -> Result<Arc<SearchResponse>, SearchError> {
        self.search_at(searcher, request, Instant::now())
    }

    fn search_at(
        &self,
        searcher: &Searcher<'_>,
        request: &SearchRequest,
        now: Instant,
    ) -> Result<Arc<SearchResponse>, SearchError> {
        let asked = Asked::new(searcher, request, now);
        if let Some(known) = self.lock().exact(&asked, self.bounds.max_age) {
            return Ok(known);
        }
        let meaning = Meaning::of(searcher, &request.query);
        if let Some(known) = self.lock().near(&asked, &meaning, self.bounds.max_age) {
            return Ok(known);
        }
        let response = Arc::new(searcher.search(request)?);
        self.lock().keep(asked, meaning, Arc::clone(&response), self.bounds.n_answers);
        Ok(response)
    }

    /// How often it could help so far.
    pub fn statistics(&self) -> CacheStatistics {
        let state = self.lock();
        CacheStatistics { n_kept: state.entries.len(), ..state.statistics }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Asked<'a> {
    fn new(searcher: &'a Searcher<'_>, request: &'a SearchRequest, now: Instant) -> Self {
        let settings = searcher.engine.settings();
        let SearchRequest { query, filter, limit, lines_before, lines_after, related, explain } = request;
        let conditions = format!("{:?}", (filter, limit, lines_before, lines_after, related, explain));
        let keys = Keys { request: key(&(query, &conditions)), conditions: key(&conditions) };
        Asked { generation: searcher.manifest().generation, settings, keys, query, conditions, now }
    }
}

impl Meaning {
    fn of(searcher: &Searcher<'_>, query: &str) -> Meaning {
        // Filters inside the question are conditions too, and every other word with a colon does no harm here.
        let inline = query.split_whitespace().filter(|word| word.contains(':')).map(str::to_owned);
        let names = Plan::names_in(query).into_iter().filter(|name| name.strength > 0.5).map(|name| name.name);
        let vector = searcher.question_vector(query).and_then(Direction::of);
        Meaning { identifiers: names.chain(inline).collect(), vector }
    }

    fn is_that_of(&self, other: &Meaning) -> bool {
        let alike = || self.vector.as_ref().zip(other.vector.as_ref()).is_some_and(|(a, b)| a.is_that_of(b));
        alike() && self.identifiers == other.identifiers
    }
}

impl Direction {
    /// That of a vector; `None` if it has none.
    fn of(mut vector: Vec<f32>) -> Option<Direction> {
        let length = product(&vector, &vector).sqrt();
        vector.iter_mut().for_each(|value| *value /= length);
        let behind = &vector[BEGINNING.min(vector.len())..];
        let rest = product(behind, behind).sqrt();
        let signs = vector.iter().take(BEGINNING).fold(0, |signs, value| signs << 1 | u64::from(*value > 0.0));
        (length > 0.0).then_some(Direction { numbers: vector, rest, signs })
    }

    /// Whether the cosine is large enough, unless too many signs differ to look at it. What stands behind the beginnings adds no
    /// more than the product of its lengths, so most are told apart by their beginnings.
    fn is_that_of(&self, other: &Direction) -> bool {
        if (self.signs ^ other.signs).count_ones() > MAX_TURNED {
            return false;
        }
        let beginning = |direction: &'_ Direction| direction.numbers.len().min(BEGINNING);
        let begin = product(&self.numbers[..beginning(self)], &other.numbers[..beginning(other)]);
        begin + self.rest * other.rest >= SAME_MEANING - ROUNDING
            && product(&self.numbers, &other.numbers) >= SAME_MEANING
    }
}

impl State {
    /// Whether the answers kept now could answer this. Another thread may have asked a newer generation meanwhile.
    fn fits(&self, asked: &Asked<'_>) -> bool {
        self.generation == asked.generation && self.settings == *asked.settings
    }

    /// The answer to the very same request.
    fn exact(&mut self, asked: &Asked<'_>, max_age: Duration) -> Option<Arc<SearchResponse>> {
        if !self.fits(asked) {
            self.entries.clear();
            self.generation = asked.generation;
            self.settings.clone_from(asked.settings);
        }
        self.clock += 1;
        let is_young = |made: Instant| asked.now.saturating_duration_since(made) <= max_age;
        if self.oldest.is_some_and(|made| !is_young(made)) {
            self.entries.retain(|entry| is_young(entry.made));
            self.oldest = self.entries.iter().map(|entry| entry.made).min();
        }
        let is_same = |entry: &&mut Entry| {
            entry.keys == asked.keys && entry.query == asked.query && entry.conditions == asked.conditions
        };
        let found = self.entries.iter_mut().find(is_same)?;
        found.used = self.clock;
        self.statistics.n_exact += 1;
        Some(Arc::clone(&found.response))
    }

    /// The answer to a question that means the same.
    fn near(&mut self, asked: &Asked<'_>, meaning: &Meaning, max_age: Duration) -> Option<Arc<SearchResponse>> {
        let same = |entry: &&mut Entry| {
            let is_young = asked.now.saturating_duration_since(entry.made) <= max_age;
            entry.keys.conditions == asked.keys.conditions
                && entry.meaning.is_that_of(meaning)
                && entry.conditions == asked.conditions
                && is_young
        };
        let found = if self.fits(asked) { self.entries.iter_mut().find(same) } else { None };
        let Some(found) = found else {
            self.statistics.n_missed += 1;
            return None;
        };
        found.used = self.clock;
        self.statistics.n_near += 1;
        Some(Arc::clone(&found.response))
    }

    fn keep(&mut self, asked: Asked<'_>, meaning: Meaning, response: Arc<SearchResponse>, n_answers: usize) {
        if !self.fits(&asked) || n_answers == 0 {
            return;
        }
        if self.entries.len() >= n_answers
            && let Some(oldest) = (0..self.entries.len()).min_by_key(|&at| self.entries[at].used)
        {
            self.entries.swap_remove(oldest);
        }
        let Asked { keys, query, conditions, now, .. } = asked;
        let (query, used) = (query.to_owned(), self.clock);
        self.oldest = Some(self.oldest.map_or(now, |oldest| oldest.min(now)));
        self.entries.push(Entry { keys, query, conditions, meaning, response, made: now, used });
    }
}

fn key(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Sums several products side by side: one after the other would take as many times as long.
fn product(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests;
