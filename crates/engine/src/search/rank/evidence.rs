//! What a file's path, names and place in the repository say about a question.

use std::sync::{Mutex, PoisonError};

use quarry_source::{ContentType, SymbolKind};
use quarry_store::{Definition, FileRecord, HashFilter, Hashes, Profile, folded_hash, name_hash, on_free_cores};

use super::Candidate;
use super::beginnings::Beginnings;
use super::feature::{Feature, Features};
use super::place::{self, Place};
use crate::error::SearchError;
use crate::search::Context;
use crate::search::plan::{AskedName, Plan};
use crate::search::recall::Recalled;

/// Candidates of a large index that one core judges in one go: their profiles come from far away.
const PIECE: usize = 32;
/// What a word of a question counts, the word before it being 1: a question begins with what it is about and ends with
/// circumstances, and files are named after the former. 0.5 to 0.7 measure alike.
const FADING: f32 = 0.6;
/// From this strength on the definition itself is what the question asks for.
const ASKS_FOR_DEFINITION: f32 = 0.75;
/// A type of fewer lines is an alias or a forward declaration.
const STUB_LINES: u8 = 4;
/// What such a type counts: the full definition elsewhere is the better answer, but it may be the only one.
const STUB_FACTOR: f32 = 0.8;
/// What a definition counts in whose class or file the question looks for it: `Client::send` asks for one of many.
const QUALIFIED_FACTOR: f32 = 1.2;
/// Definitions and users of a file count by their logarithm, against this one (that of 400): the largest files come to
/// about 1 like every other feature, so that weights can be compared.
const LARGE_LOGARITHM: f32 = 6.0;
/// Directories that count as 1, for the same reason: sources hardly lie deeper.
const DEEP_DIRECTORIES: f32 = 8.0;

pub(super) fn add(
    context: &Context<'_>,
    plan: &Plan,
    recalled: &Recalled<'_>,
    candidates: &mut [Candidate],
) -> Result<(), SearchError> {
    let question = Question::new(plan, recalled);
    let n_together = if context.snapshot.is_large() { PIECE } else { candidates.len().max(1) };
    // Each is locked once, by the one who judges it.
    let pieces: Vec<Mutex<&mut [Candidate]>> = candidates.chunks_mut(n_together).map(Mutex::new).collect();
    let judge = |piece: &Mutex<&mut [Candidate]>| {
        let mut piece = piece.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = Vec::new();
        for candidate in piece.iter_mut() {
            let Some(record) = context.snapshot.record(candidate.file) else { continue };
            let profile = context.snapshot.profile(candidate.file)?;
            question.match_path(&profile, &mut candidate.features);
            candidate.definition = question.match_definitions(&profile, record, &mut found, &mut candidate.features);
            if let Some(place) = context.places.get(context.snapshot, candidate.file, || place::of(record)) {
                add_priors(plan, record, place, &profile, &mut candidate.features);
            }
        }
        Ok(())
    };
    on_free_cores(&pieces, judge).into_iter().collect()
}

/// A question as numbers that profiles can be compared with.
struct Question<'a> {
    words: Vec<Word>,
    /// Its words and the folded names it asks for.
    filter: HashFilter,
    total: f32,
    subject_total: f32,
    names: Vec<Name<'a>>,
    is_one_word: bool,
    beginnings: Beginnings,
}

struct Word {
    hash: u32,
    /// How rare it is, how much the plan wants it, and how early it comes.
    weight: f32,
    in_subject: bool,
}

struct Name<'a> {
    asked: &'a AskedName,
    name: u32,
    folded: u32,
    qualifier: Option<u32>,
}

/// Which words of a question were found, as bits by their place. No question needs more words than there are bits.
#[derive(Clone, Copy, Default)]
struct Found(u64);

impl Found {
    /// The words at these places, and how many places there are.
    fn at(places: impl Iterator<Item = usize>) -> (Found, usize) {
        let (mut found, mut n_known) = (Found::default(), 0);
        for place in places {
            found.0 |= 1 << place;
            n_known += 1;
        }
        (found, n_known)
    }
}

impl<'a> Question<'a> {
    fn new(plan: &'a Plan, recalled: &Recalled<'_>) -> Self {
        let idf = recalled.keyword.as_ref().map_or(&[][..], |scorer| scorer.idf());
        let plain = plan.terms.iter().enumerate().filter(|(_, term)| !term.term.starts_with('='));
        let mut early = 1.0 / FADING;
        let words: Vec<Word> = plain
            .take(u64::BITS as usize)
            .map(|(place, term)| {
                early *= FADING;
                Word {
                    hash: name_hash(&term.term),
                    weight: idf.get(place).copied().unwrap_or(1.0) * term.weight.min(1.0) * early,
                    in_subject: plan.subject.contains(&term.term),
                }
            })
            .collect();
        let name = |asked: &'a AskedName| Name {
            asked,
            name: name_hash(&asked.name),
            folded: folded_hash(&asked.name),
            qualifier: asked.qualifier.as_deref().map(name_hash),
        };
        let names: Vec<Name<'_>> = plan.names.iter().map(name).collect();
        let sum = |words: &mut dyn Iterator<Item = &Word>| words.map(|word| word.weight).sum::<f32>();
        Question {
            total: sum(&mut words.iter()).max(f32::MIN_POSITIVE),
            subject_total: sum(&mut words.iter().filter(|word| word.in_subject)).max(f32::MIN_POSITIVE),
            filter: HashFilter::of(words.iter().map(|word| word.hash).chain(names.iter().map(|name| name.folded))),
            words,
            names,
            is_one_word: plan.is_one_word,
            beginnings: Beginnings::of(&plan.query),
        }
    }

    /// Which of the question's words are among these, and how many of these are the question's.
    fn find(&self, hashes: Hashes<'_>) -> (Found, usize) {
        Found::at(hashes.iter().filter(|hash| self.filter.may_know(*hash)).filter_map(|hash| self.place(hash)))
    }

    /// The same of the words of a path, which may be beginnings of the question's.
    fn find_in_path(&self, hashes: Hashes<'_>) -> (Found, usize) {
        let begun = |hash: u32| self.place(self.beginnings.term(hash)?);
        Found::at(hashes.iter().filter_map(|hash| self.place(hash).or_else(|| begun(hash))))
    }

    fn place(&self, hash: u32) -> Option<usize> {
        self.words.iter().position(|word| word.hash == hash)
    }

    fn weight(&self, found: Found, counts: impl Fn(&Word) -> bool) -> f32 {
        let known = self.words.iter().enumerate().filter(|(place, word)| found.0 >> place & 1 == 1 && counts(word));
        known.map(|(_, word)| word.weight).sum()
    }

    /// How much of the question these words are. By its root: that a name says something of a question tells more than that it
    /// says the rest of it too.
    fn share(&self, found: Found) -> f32 {
        (self.weight(found, |_| true) / self.total).sqrt()
    }

    /// How much of the question's subject these words are.
    fn subject_share(&self, found: Found) -> f32 {
        self.weight(found, |word| word.in_subject) / self.subject_total
    }

    fn match_path(&self, profile: &Profile<'_>, features: &mut Features) {
        let (stem, n_known) = self.find_in_path(profile.stem);
        let says_all = n_known > 0 && n_known == profile.stem.len();
        features.set(Feature::Stem, self.share(stem));
        features.set(Feature::WholeStem, if says_all { self.share(stem) } else { 0.0 });
        features.set(Feature::Directories, self.share(self.find_in_path(profile.directories).0));
    }

    /// Compares every definition with the question; the answer is the chunk of the one that it asks for.
    /// `found` is room to work in.
    fn match_definitions(
        &self,
        profile: &Profile<'_>,
        record: &FileRecord,
        found: &mut Vec<u16>,
        features: &mut Features,
    ) -> Option<u32> {
        let (mut exact, mut subject) = (0.0f32, 0.0f32);
        let (mut closest, mut asked_for) = (0.0, None);
        let n_definitions = profile.definitions.n_of(CODE);
        profile.definitions.look_for(&self.filter, found, |definition| {
            let (found, n_known) = self.find(definition.words);
            if n_known > 0 && is_subject(definition.kind) {
                let share_of_name = n_known as f32 / definition.words.len() as f32;
                subject = subject.max(self.subject_share(found) * share_of_name);
            }
            for name in self.names.iter().filter(|name| name.folded == definition.folded) {
                let strength = name.strength(&definition, profile);
                let to_the_letter = name.name == definition.name;
                if to_the_letter {
                    exact = exact.max(strength);
                }
                // The letter counts before the better kind.
                let closeness = if to_the_letter { strength + 1.0 } else { strength };
                if (self.is_one_word || strength >= ASKS_FOR_DEFINITION) && closeness > closest {
                    (closest, asked_for) = (closeness, Some(definition.ordinal));
                }
            }
        });
        // Who types a name and nothing else wants its definition, wherever else the words of the name stand.
        features.set(if self.is_one_word { Feature::NameAlone } else { Feature::Definition }, exact);
        features.set(Feature::SubjectInName, subject.sqrt());
        features.set(Feature::Definitions, (1.0 + n_definitions as f32).ln() / LARGE_LOGARITHM);
        features.set(Feature::Density, n_definitions as f32 / record.n_lines.max(1) as f32);
        asked_for
    }
}

impl Name<'_> {
    /// How likely a definition of this name is the one that is meant.
    fn strength(&self, definition: &Definition<'_>, profile: &Profile<'_>) -> f32 {
        let qualified = self.qualifier.is_some_and(|qualifier| {
            definition.parent == qualifier || profile.stem.iter().any(|hash| hash == qualifier)
        });
        let is_stub = definition.n_lines < STUB_LINES && is_type(definition.kind);
        self.asked.strength
            * kind_factor(definition.kind)
            * if qualified { QUALIFIED_FACTOR } else { 1.0 }
            * if is_stub { STUB_FACTOR } else { 1.0 }
    }
}

fn is_type(kind: SymbolKind) -> bool {
    use SymbolKind::{Class, Enum, Interface, Struct, Trait, Type};
    matches!(kind, Class | Interface | Struct | Enum | Trait | Type)
}

/// What was written to be called or made, a bit for each sort.
const CODE: u64 = {
    use SymbolKind::{Block, Field, Section, Variable};
    !(1 << Block as u64 | 1 << Field as u64 | 1 << Section as u64 | 1 << Variable as u64)
};

/// What a question may be about.
fn is_subject(kind: SymbolKind) -> bool {
    use SymbolKind::{Function, Implementation, Macro, Method, Module, Section};
    is_type(kind) || matches!(kind, Function | Method | Implementation | Macro | Module | Section)
}

/// What a definition of the asked name counts: types before functions before the rest.
fn kind_factor(kind: SymbolKind) -> f32 {
    use SymbolKind::{Block, Constant, Declaration, Field, Function, Implementation, Macro, Method, Section, Variable};
    match kind {
        Function | Method | Macro => 0.9,
        Constant | Variable | Block => 0.7,
        Declaration | Section => 0.5,
        Implementation | Field => 0.4,
        _ => 1.0,
    }
}

/// What holds of a file whatever is asked, unless the question wishes for such files.
fn add_priors(plan: &Plan, record: &FileRecord, place: &Place, profile: &Profile<'_>, features: &mut Features) {
    let wishes = plan.wishes;
    let mark = |is_so: bool, wished: bool| f32::from(is_so && !wished);
    features.set(Feature::Test, mark(place.is_test, wishes.tests));
    features.set(Feature::Example, mark(place.is_example, wishes.examples));
    features.set(Feature::Legacy, mark(place.is_legacy, wishes.legacy));
    features.set(Feature::Header, mark(place.is_header, wishes.declarations));
    features.set(Feature::Config, mark(record.content_type == ContentType::Config, wishes.config));
    features.set(Feature::Depth, place.depth as f32 / DEEP_DIRECTORIES);
    features.set(Feature::Used, (1.0 + profile.in_degree as f32).ln() / LARGE_LOGARITHM);
}
