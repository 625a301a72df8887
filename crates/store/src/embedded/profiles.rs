//! The profiles of all files of a generation, in one file that is mapped into memory.
//!
//! ```text
//! file := magic, count n (u32), end of each profile (n x u32), in-degree of each file (n x u32), profiles
//! ```
//!
//! By file number; a number that is not in use has an empty profile. In-degrees depend on all files, so every commit counts them
//! anew, and they are the same however the index came to hold what it holds.

use std::path::Path;

use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};

use crate::numbers::NumberMap;
use crate::profile::{Profile, is_used_by_name};
use crate::record::FileId;

/// Beginning of the names of these files.
pub(super) const PROFILES_PREFIX: &str = "profiles-";

const MAGIC: &[u8; 4] = b"QPF2";
/// A name that more files define says too little about each of them.
const MAX_DEFINING: usize = 3;

pub(super) fn profiles_name(generation: u64) -> String {
    format!("{PROFILES_PREFIX}{generation}")
}

/// Open for reading.
#[derive(Default)]
pub(super) struct Profiles {
    bytes: Option<OwnedBytes>,
    n_files: usize,
}

impl Profiles {
    pub(super) fn open(dir: &Path, generation: u64) -> Result<Self, String> {
        let name = profiles_name(generation);
        let damaged = || format!("{name} is not whole");
        let directory = MmapDirectory::open(dir).map_err(|error| error.to_string())?;
        let file = directory.open_read(Path::new(&name)).map_err(|error| error.to_string())?;
        let bytes = file.read_bytes().map_err(|error| error.to_string())?;
        let head = bytes.strip_prefix(MAGIC).and_then(|rest| rest.first_chunk::<4>()).ok_or_else(damaged)?;
        let n_files = u32::from_le_bytes(*head) as usize;
        let profiles = Profiles { bytes: Some(bytes), n_files };
        let n_bytes = profiles.table(0, n_files.wrapping_sub(1)).unwrap_or(0) as usize;
        let whole = profiles.bytes.as_ref().is_some_and(|bytes| bytes.len() == profiles.start() + n_bytes);
        if whole { Ok(profiles) } else { Err(damaged()) }
    }

    /// Where the profiles begin.
    fn start(&self) -> usize {
        MAGIC.len() + 4 + 8 * self.n_files
    }

    /// An entry of the first or second table.
    fn table(&self, table: usize, place: usize) -> Option<u32> {
        if place >= self.n_files {
            return None;
        }
        let at = MAGIC.len() + 4 + 4 * (table * self.n_files + place);
        self.bytes.as_ref()?.get(at..)?.first_chunk::<4>().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// The bytes of a profile; none for a file that is not here.
    pub(super) fn bytes(&self, file: FileId) -> &[u8] {
        let place = file.0 as usize;
        let slice = || {
            let start = if place == 0 { 0 } else { self.table(0, place - 1)? };
            let end = self.table(0, place)?;
            self.bytes.as_ref()?.get(self.start() + start as usize..self.start() + end as usize)
        };
        slice().unwrap_or_default()
    }

    pub(super) fn get(&self, file: FileId) -> Option<Profile<'_>> {
        Profile::decode(self.bytes(file), self.table(1, file.0 as usize).unwrap_or(0))
    }
}

/// The file of these profiles; a file's number is its place.
pub(super) fn encode(profiles: &[&[u8]]) -> Vec<u8> {
    let n_bytes: usize = profiles.iter().map(|profile| profile.len()).sum();
    let mut bytes = Vec::with_capacity(n_bytes + 8 * profiles.len() + 8);
    bytes.extend(MAGIC);
    bytes.extend((profiles.len() as u32).to_le_bytes());
    let mut end = 0u32;
    for profile in profiles {
        end += profile.len() as u32;
        bytes.extend(end.to_le_bytes());
    }
    in_degrees(profiles).iter().for_each(|degree| bytes.extend(degree.to_le_bytes()));
    profiles.iter().for_each(|profile| bytes.extend(*profile));
    bytes
}

/// For every file: how many other files use a name that it is one of few to define.
fn in_degrees(profiles: &[&[u8]]) -> Vec<u32> {
    let decoded: Vec<Option<Profile<'_>>> = profiles.iter().map(|bytes| Profile::decode(bytes, 0)).collect();
    let mut defining: NumberMap<u32, Vec<u32>> = NumberMap::default();
    for (file, profile) in (0u32..).zip(&decoded) {
        for definition in
            profile.iter().flat_map(|profile| profile.definitions.iter()).filter(|one| is_used_by_name(one.kind))
        {
            let files = defining.entry(definition.name).or_default();
            if files.len() <= MAX_DEFINING && files.last() != Some(&file) {
                files.push(file);
            }
        }
    }
    let mut degrees = vec![0; profiles.len()];
    let mut counted_for = vec![u32::MAX; profiles.len()];
    for (file, profile) in (0u32..).zip(&decoded) {
        let used = profile.iter().flat_map(|profile| profile.used.iter());
        for &definer in
            used.filter_map(|name| defining.get(&name)).filter(|files| files.len() <= MAX_DEFINING).flatten()
        {
            if definer != file && counted_for[definer as usize] != file {
                counted_for[definer as usize] = file;
                degrees[definer as usize] += 1;
            }
        }
    }
    degrees
}
