//! Vectors that were paid for once: kept by model and text, for the next index, branch or work tree.
//!
//! One file per model identity, shared by all repositories and processes of a user. A text is known by its BLAKE3. What is
//! stored is what the model gave, bit for bit (f32 after [`super::vectors::checked`]), so a re-index gives the same index.
//!
//! A cache is never the reason that work fails: what cannot be read is missing, what cannot be written is a notice.
//! Never here: what a text consists of, or whom to ask for the rest.

mod file;

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use file::VectorFile;
use fs_err::File;

use super::access::CachePlace;
use crate::embedder::Identity;

/// BLAKE3 of a text that is sent to a model.
pub(crate) type Key = [u8; 32];

/// The key of a text.
pub(crate) fn key_of(text: &str) -> Key {
    *blake3::hash(text.as_bytes()).as_bytes()
}

/// The vectors of one model that are already known.
#[derive(Debug)]
pub(crate) struct VectorCache {
    file: VectorFile,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Where each text's vector stands; of several the newest.
    places: HashMap<Key, u64>,
    /// The file they stand in, and how many of its records are in `places`.
    file: Option<File>,
    generation: u64,
    n_read: u64,
    is_loaded: bool,
    /// Once writing failed, it is not tried again for every batch.
    is_broken: bool,
    notices: Vec<String>,
}

impl VectorCache {
    /// The cache of a model. Reads nothing yet: a search for a question needs none of it.
    pub(crate) fn new(place: &CachePlace, identity: &Identity) -> VectorCache {
        VectorCache { file: VectorFile::new(place, identity), state: Mutex::default() }
    }

    /// The known vector of a text.
    pub(crate) fn get(&self, key: &Key) -> Option<Vec<f32>> {
        let mut state = self.loaded();
        let place = *state.places.get(key)?;
        let vector = self.file.vector(state.file.as_mut()?, place, key);
        if vector.is_none() {
            state.places.remove(key); // damaged: it is asked for and stored again
        }
        vector
    }

    /// Whether the vector of a text is known.
    pub(crate) fn contains(&self, key: &Key) -> bool {
        self.loaded().places.contains_key(key)
    }

    /// Keeps vectors.
    pub(crate) fn put(&self, vectors: &[(Key, &[f32])]) {
        let mut state = self.loaded();
        if state.is_broken || vectors.is_empty() {
            return;
        }
        match self.file.append(vectors) {
            Ok(()) => self.refresh(&mut state),
            Err(error) => {
                state.is_broken = true;
                let folder = self.file.folder().display().to_string();
                state.notices.push(format!("vectors are not kept in {folder} for the next time: {error}"));
            }
        }
    }

    /// What went wrong since this was last asked.
    pub(crate) fn take_notices(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().notices)
    }

    fn loaded(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        if !state.is_loaded {
            state.is_loaded = true;
            self.refresh(&mut state);
        }
        state
    }

    /// Reads the keys that were added since, by whomever; all of them if the file was replaced.
    fn refresh(&self, state: &mut State) {
        let found = match self.file.keys(state.generation, state.n_read) {
            Ok(found) => found,
            // Nothing was kept yet; if nothing can be, writing will say so.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return,
            Err(error) => {
                state.notices.push(format!("kept vectors cannot be read and are asked for again: {error}"));
                return;
            }
        };
        if found.generation != state.generation {
            state.places.clear();
        }
        state.places.extend((found.first..).zip(found.keys).map(|(place, key)| (key, place)));
        state.n_read = found.n_records;
        state.generation = found.generation;
        state.file = Some(found.file);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
