//! What is compared: the chunk at a line of an indexed file, or a text.

use std::sync::Arc;

use quarry_models::Passage;
use quarry_source::{Chunk, RepoPath, Span, identifiers};
use quarry_store::{ReadError, StoredFile, WeightedTerm, words};

use super::{RelatedError, RelatedOrigin, RelatedTo};
use crate::error::{SearchError, causes};
use crate::passages::FilePassages;
use crate::search::{Context, usable_model};

/// Shorter names are used everywhere and tell nothing.
const MIN_NAME_BYTES: usize = 3;
/// Words beyond these cost time and change nothing: a chunk has about a hundred.
const MAX_WORDS: usize = 200;
/// Names beyond these likewise: a chunk has about thirty.
const MAX_NAMES: usize = 100;
/// What a word of the text counts beside a name.
const WORD_WEIGHT: f32 = 0.3;

pub(super) struct Origin {
    /// Where the chunk stands; `None` for a text.
    pub(super) place: Option<RelatedOrigin>,
    /// Names it defines or uses, each once.
    pub(super) names: Vec<String>,
    words: Vec<String>,
    source: Source,
}

/// What is embedded.
enum Source {
    Chunk { file: Arc<StoredFile>, ordinal: usize },
    Text(String),
}

impl Origin {
    pub(super) fn of(context: &Context<'_>, to: &RelatedTo) -> Result<Origin, RelatedError> {
        let origin = match to {
            RelatedTo::Text(text) => {
                let names = identifiers(text).filter(|name| name.len() >= MIN_NAME_BYTES);
                Origin {
                    place: None,
                    names: each_once(names, MAX_NAMES),
                    words: telling_words(text),
                    source: Source::Text(text.clone()),
                }
            }
            RelatedTo::Line { path, line } => at_line(context, path, *line)?,
        };
        if origin.words.is_empty() { Err(RelatedError::NoWord) } else { Ok(origin) }
    }

    /// The vector as indexing would make it, if the index has vectors of a model that answers.
    pub(super) fn vector(&self, context: &Context<'_>, notices: &mut Vec<String>) -> Option<Vec<f32>> {
        let n_before = notices.len();
        let Some(model) = usable_model(context, notices) else {
            if notices.len() == n_before {
                notices.push("compared by words and names alone: the settings want no model".to_owned());
            }
            return None;
        };
        let embedded = match (&self.source, &self.place) {
            (Source::Chunk { file, ordinal }, Some(place)) => {
                let passages = FilePassages::new(&place.path, &file.text, &file.catalog.chunks, &file.catalog.symbols);
                model.embedder().embed_passages(&passages.all()[*ordinal..=*ordinal])
            }
            (Source::Text(text), _) => model.embedder().embed_passages(&[Passage { body: text, ..Passage::default() }]),
            (Source::Chunk { .. }, None) => return None,
        };
        match embedded {
            Ok(vectors) => vectors.into_iter().next(),
            Err(error) => {
                notices.push(format!("answered by keyword: {}", causes(&error)));
                None
            }
        }
    }

    /// What is looked for by keyword: first every name as a whole, in order, then the words.
    pub(super) fn terms(&self) -> Vec<WeightedTerm> {
        let names = self.names.iter().map(|name| WeightedTerm { term: whole(name), weight: 1.0 });
        let words = self.words.iter().map(|word| WeightedTerm { term: word.clone(), weight: WORD_WEIGHT });
        names.chain(words).collect()
    }

    /// How rare each name is, from how rare each term is.
    pub(super) fn rarity(&self, idf: &[f32]) -> Vec<f32> {
        idf.iter().take(self.names.len()).copied().collect()
    }

    /// Whether a chunk is this one or has lines in common with it.
    pub(super) fn overlaps(&self, path: &RepoPath, span: &Span) -> bool {
        let own = self.place.as_ref().filter(|place| place.path == *path).map(|place| place.span);
        own.is_some_and(|own| own.start_line <= span.end_line && span.start_line <= own.end_line)
    }
}

fn at_line(context: &Context<'_>, path: &RepoPath, line: u32) -> Result<Origin, RelatedError> {
    let manifest = context.snapshot.manifest();
    let Ok(index) = manifest.files.binary_search_by(|record| record.path.cmp(path)) else {
        let skipped = manifest.skipped.iter().find(|skipped| skipped.path == *path);
        let why = skipped.map(|skipped| skipped.detail.clone());
        return Err(RelatedError::NotIndexed { path: path.clone(), why });
    };
    let fetched = context.files.get(context.snapshot, &manifest.files[index]).map_err(SearchError::from)?;
    let Some(file) = fetched else { return Err(RelatedError::NotIndexed { path: path.clone(), why: None }) };
    let n_lines = file.text.lines().count() as u32;
    if line == 0 || line > n_lines {
        return Err(RelatedError::NoSuchLine { path: path.clone(), line, n_lines });
    }
    // Chunks may overlap: the last that begins before the line has most of what follows it.
    let chunks = &file.catalog.chunks;
    let holds = |chunk: &Chunk| chunk.span.start_line <= line && line <= chunk.span.end_line;
    let after = || chunks.iter().position(|chunk| chunk.span.start_line > line);
    let Some(ordinal) = chunks.iter().rposition(holds).or_else(after).or(chunks.len().checked_sub(1)) else {
        return Err(RelatedError::NoWord);
    };
    let chunk = &chunks[ordinal];
    Ok(Origin {
        place: Some(RelatedOrigin { path: path.clone(), span: chunk.span }),
        names: each_once(names_in(&file, chunk).map_err(SearchError::from)?.into_iter(), MAX_NAMES),
        words: telling_words(&file.text[chunk.span.bytes()]),
        source: Source::Chunk { ordinal, file },
    })
}

/// Names that a chunk defines or uses.
pub(super) fn names_in<'a>(file: &'a StoredFile, chunk: &Chunk) -> Result<Vec<&'a str>, ReadError> {
    let symbols = &file.catalog.symbols;
    let defined = chunk.symbols.clone().filter_map(|index| symbols.get(index as usize)).map(|symbol| &*symbol.name);
    let references = &file.uses()?.references;
    let first = references.partition_point(|reference| reference.start < chunk.span.start);
    let used = references[first..].iter().take_while(|reference| reference.start < chunk.span.end);
    Ok(defined.chain(used.map(|reference| &*reference.name)).filter(|name| name.len() >= MIN_NAME_BYTES).collect())
}

/// The term that stands for all of a name: its last, because the whole of an identifier follows its parts.
fn whole(name: &str) -> String {
    words(name).pop().unwrap_or_default()
}

fn telling_words(text: &str) -> Vec<String> {
    let all = words(text);
    each_once(all.iter().map(String::as_str), MAX_WORDS)
}

fn each_once<'a>(all: impl Iterator<Item = &'a str>, most: usize) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for one in all {
        if seen.len() < most && !seen.iter().any(|known| known == one) {
            seen.push(one.to_owned());
        }
    }
    seen
}
