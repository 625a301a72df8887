//! The file of a vector cache.
//!
//! ```text
//! "quarry vectors 1" | BLAKE3 of the identity, 32 | dimension, u32 | generation, u64 | checksum, 8
//! then records, all of one size:  key, 32 | dimension x f32 | checksum of both, 8        (numbers are little-endian)
//! ```
//!
//! Records are only ever appended, in one write under a lock that the system releases with the process. A process that dies
//! while it writes leaves a part of a record, which the next writer cuts off; a record whose checksum is wrong counts as
//! missing. When the file grows over its limit, the newest three quarters are copied into a new file with another
//! generation, which replaces the old one by renaming; who has the old one open reads on in it, and finds the new one when it
//! writes.
//! Readers take no lock. Nothing is synced on appending: a power cut costs vectors, never the file.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use fs_err::{File, OpenOptions};

use super::Key;
use crate::embedder::Identity;
use crate::external::access::CachePlace;

const MAGIC: &[u8; 16] = b"quarry vectors 1";
const KEY_BYTES: u64 = 32;
const CHECKSUM_BYTES: usize = 8;
const HEADER_BYTES: u64 = 16 + 32 + 4 + 8 + CHECKSUM_BYTES as u64;
/// Characters of the model's name in the file's name: enough for people, the hash tells models apart.
const NAME_CHARS: usize = 40;
/// Hex digits of the identity's hash in the file's name.
const HASH_DIGITS: usize = 16;

/// Where one model's vectors lie.
#[derive(Debug)]
pub(super) struct VectorFile {
    folder: PathBuf,
    path: PathBuf,
    lock_path: PathBuf,
    identity_hash: [u8; 32],
    dimension: u32,
    max_bytes: u64,
}

/// Keys of records from `first` on, and the file they stand in. Should another process replace it, this one still has them.
#[derive(Debug)]
pub(super) struct FoundKeys {
    pub(super) file: File,
    pub(super) generation: u64,
    pub(super) first: u64,
    pub(super) n_records: u64,
    pub(super) keys: Vec<Key>,
}

impl VectorFile {
    pub(super) fn new(place: &CachePlace, identity: &Identity) -> VectorFile {
        let described = format!("{}\0{}\0{}", identity.name, identity.revision, identity.dimension);
        let hash = blake3::hash(described.as_bytes());
        let letters = identity.name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' });
        let name = format!("{}-{}", letters.take(NAME_CHARS).collect::<String>(), &hash.to_hex()[..HASH_DIGITS]);
        VectorFile {
            folder: place.folder.clone(),
            path: place.folder.join(format!("{name}.vectors")),
            lock_path: place.folder.join(format!("{name}.lock")),
            identity_hash: *hash.as_bytes(),
            dimension: identity.dimension as u32,
            max_bytes: place.max_bytes,
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The keys of all records after `n_read`, or of all if the file is of another generation.
    pub(super) fn keys(&self, generation: u64, n_read: u64) -> io::Result<FoundKeys> {
        let mut file = File::open(&self.path)?;
        let Some(found) = self.generation(&mut file)? else {
            return Ok(FoundKeys { file, generation, first: n_read, n_records: n_read, keys: Vec::new() });
        };
        let n_records = self.n_records(&file)?;
        let first = if found == generation { n_read.min(n_records) } else { 0 };
        let mut keys = Vec::with_capacity((n_records - first) as usize);
        for place in first..n_records {
            let mut key = [0; KEY_BYTES as usize];
            file.seek(SeekFrom::Start(self.offset(place)))?;
            file.read_exact(&mut key)?;
            keys.push(key);
        }
        Ok(FoundKeys { file, generation: found, first, n_records, keys })
    }

    /// One vector of the file that its key was found in; none if the record is damaged.
    pub(super) fn vector(&self, file: &mut File, place: u64, key: &Key) -> Option<Vec<f32>> {
        let mut record = vec![0; self.record_bytes() as usize];
        file.seek(SeekFrom::Start(self.offset(place))).ok()?;
        file.read_exact(&mut record).ok()?;
        let (content, stored) = record.split_at(record.len() - CHECKSUM_BYTES);
        let (found, numbers) = content.split_at(KEY_BYTES as usize);
        if found != key || stored != checksum(content) {
            return None;
        }
        Some(numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    /// Adds records at the end, and lets the oldest go if there are too many.
    pub(super) fn append(&self, vectors: &[(Key, &[f32])]) -> io::Result<()> {
        fs_err::create_dir_all(&self.folder)?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&self.lock_path)?;
        lock.lock()?; // until it is dropped
        let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&self.path)?;
        if self.generation(&mut file)?.is_none() {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&self.header())?;
        }
        let end = self.offset(self.n_records(&file)?);
        file.set_len(end)?; // what a dying process left behind
        file.seek(SeekFrom::Start(end))?;
        let records: Vec<u8> = vectors.iter().flat_map(|(key, vector)| record(key, vector)).collect();
        if let Err(error) = file.write_all(&records) {
            // The disk is full: a part of the records would only be cut off later.
            let _ = file.set_len(end);
            return Err(error);
        }
        match end + records.len() as u64 > self.max_bytes {
            true => self.compact(file),
            false => Ok(()),
        }
    }

    /// Replaces the file by one with the newest three quarters of what it may hold, so that it is not done for every batch.
    fn compact(&self, mut file: File) -> io::Result<()> {
        let n_records = self.n_records(&file)?;
        let n_kept = (self.max_bytes / 4 * 3 / self.record_bytes()).min(n_records);
        let next = self.path.with_extension("next");
        let mut copy = BufWriter::new(File::create(&next)?);
        copy.write_all(&self.header())?;
        file.seek(SeekFrom::Start(self.offset(n_records - n_kept)))?;
        io::copy(&mut BufReader::new(file).take(n_kept * self.record_bytes()), &mut copy)?;
        copy.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        fs_err::rename(&next, &self.path)
    }

    /// Which file this is; none if it is not a whole one of this model.
    fn generation(&self, file: &mut File) -> io::Result<Option<u64>> {
        let mut header = [0; HEADER_BYTES as usize];
        file.rewind()?;
        match file.read_exact(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let (content, stored) = header.split_at(header.len() - CHECKSUM_BYTES);
        let (about, generation) = content.split_at(content.len() - 8);
        let is_ours = stored == checksum(content) && about == self.about();
        Ok(generation.try_into().ok().map(u64::from_le_bytes).filter(|_| is_ours))
    }

    fn header(&self) -> Vec<u8> {
        // Never the same twice: no process of this user compacts twice within a nanosecond.
        let generation = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64;
        let mut header = self.about();
        header.extend_from_slice(&generation.to_le_bytes());
        let sum = checksum(&header);
        header.extend_from_slice(&sum);
        header
    }

    fn about(&self) -> Vec<u8> {
        [MAGIC.as_slice(), &self.identity_hash, &self.dimension.to_le_bytes()].concat()
    }

    fn n_records(&self, file: &File) -> io::Result<u64> {
        Ok(file.metadata()?.len().saturating_sub(HEADER_BYTES) / self.record_bytes())
    }

    fn offset(&self, place: u64) -> u64 {
        HEADER_BYTES + place * self.record_bytes()
    }

    fn record_bytes(&self) -> u64 {
        KEY_BYTES + 4 * u64::from(self.dimension) + CHECKSUM_BYTES as u64
    }
}

fn record(key: &Key, vector: &[f32]) -> Vec<u8> {
    let mut record = key.to_vec();
    record.extend(vector.iter().flat_map(|number| number.to_le_bytes()));
    let sum = checksum(&record);
    record.extend_from_slice(&sum);
    record
}

fn checksum(content: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let mut sum = [0; CHECKSUM_BYTES];
    sum.copy_from_slice(&blake3::hash(content).as_bytes()[..CHECKSUM_BYTES]);
    sum
}
