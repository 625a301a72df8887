//! The manifest: every indexed file, every walked directory, everything skipped, as one small file per generation.
//!
//! It is written beside the segments before they are committed, and the commit names it, so that text, postings and
//! manifest always belong to the same generation. It is read whole when an index is opened: about 100 bytes a file.

use std::collections::HashMap;

use quarry_source::{ContentType, Health, Language, ParseStatus, RepoPath};

use super::bytes::{ByteReader, ByteWriter};
use crate::record::{
    DirectoryRecord, FieldLengths, FileId, FileRecord, FileStamp, N_SEARCHED, SkippedRecord, VectorModel,
};

/// First bytes of every manifest.
const MAGIC: &[u8; 8] = b"QUARRYM1";
/// Length of the checksum at the end.
const CHECKSUM_BYTES: usize = 32;

/// What an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Counts commits.
    pub generation: u64,
    /// Whether indexing ran to its end; a stopped or killed run leaves `false`.
    pub complete: bool,
    /// The settings that shape what is stored (chunk size, fields, queries), as text; other settings mean a new index.
    pub fingerprint: String,
    /// The settings that decide which files are found, as text; with others the tree is walked anew.
    pub rules: String,
    /// Absolute path of the indexed root, for people.
    pub root: String,
    /// When this generation was committed, seconds since 1970.
    pub committed_at: u64,
    /// The model that made the vectors; none if there are no vectors.
    pub model: Option<VectorModel>,
    /// The number the next new file gets.
    pub next_id: u32,
    /// Sorted by path.
    pub files: Vec<FileRecord>,
    /// Sorted by path.
    pub directories: Vec<DirectoryRecord>,
    /// Sorted by path.
    pub skipped: Vec<SkippedRecord>,
}

impl Manifest {
    /// The record of a path.
    pub fn file(&self, path: &str) -> Option<&FileRecord> {
        let index = self.files.binary_search_by(|record| record.path.as_str().cmp(path)).ok()?;
        Some(&self.files[index])
    }

    /// How many chunks the index holds.
    pub fn n_chunks(&self) -> u64 {
        self.files.iter().map(|record| u64::from(record.n_chunks)).sum()
    }

    /// The mean length of every searched field over all chunks, at least one word.
    pub(super) fn average_lengths(&self) -> [f32; N_SEARCHED] {
        let mut n_words = [0u64; N_SEARCHED];
        for record in &self.files {
            for (total, count) in n_words.iter_mut().zip(record.n_words) {
                *total += u64::from(count);
            }
        }
        let n_chunks = self.n_chunks().max(1) as f32;
        n_words.map(|total| (total as f32 / n_chunks).max(1.0))
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut writer = ByteWriter(MAGIC.to_vec());
        writer.number(self.generation);
        writer.number(self.complete.into());
        writer.text(&self.fingerprint);
        writer.text(&self.rules);
        writer.text(&self.root);
        writer.number(self.committed_at);
        writer.list(self.model.as_slice(), |writer, model| {
            writer.text(&model.name);
            writer.text(&model.revision);
            writer.number(model.dimension.into());
        });
        writer.number(self.next_id.into());
        let languages = self.languages();
        let numbers: HashMap<&str, u64> = languages.iter().zip(1..).map(|(name, number)| (*name, number)).collect();
        writer.list(&languages, |writer, name| writer.text(name));
        writer.list(&self.files, |writer, record| write_file(writer, record, &numbers));
        writer.list(&self.directories, |writer, record| {
            writer.text(record.path.as_str());
            write_stamp(writer, &record.stamp);
        });
        writer.list(&self.skipped, |writer, record| {
            writer.text(record.path.as_str());
            writer.text(&record.reason);
            writer.text(&record.detail);
            write_stamp(writer, &record.stamp);
        });
        let checksum = blake3::hash(&writer.0);
        writer.0.extend_from_slice(checksum.as_bytes());
        writer.0
    }

    /// `None` if the bytes are not a whole manifest of this format.
    pub(super) fn decode(bytes: &[u8]) -> Option<Manifest> {
        let (body, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM_BYTES)?)?;
        if blake3::hash(body).as_bytes() != checksum {
            return None;
        }
        let mut reader = ByteReader(body.strip_prefix(MAGIC)?);
        let generation = reader.number()?;
        let complete = reader.number()? == 1;
        let fingerprint = reader.text()?.to_owned();
        let rules = reader.text()?.to_owned();
        let root = reader.text()?.to_owned();
        let committed_at = reader.number()?;
        let model = reader.list(|reader| {
            let (name, revision) = (reader.text()?.to_owned(), reader.text()?.to_owned());
            Some(VectorModel { name, revision, dimension: reader.small()? })
        })?;
        let next_id = reader.small()?;
        let languages = reader.list(|reader| reader.text().map(Language::new))?;
        let files = reader.list(|reader| read_file(reader, &languages))?;
        let directories = reader
            .list(|reader| Some(DirectoryRecord { path: RepoPath::new(reader.text()?), stamp: read_stamp(reader)? }))?;
        let skipped = reader.list(|reader| {
            Some(SkippedRecord {
                path: RepoPath::new(reader.text()?),
                reason: reader.text()?.into(),
                detail: reader.text()?.into(),
                stamp: read_stamp(reader)?,
            })
        })?;
        Some(Manifest {
            generation,
            complete,
            fingerprint,
            rules,
            root,
            committed_at,
            model: model.into_iter().next(),
            next_id,
            files,
            directories,
            skipped,
        })
    }

    /// Names of all languages and dialects that occur, sorted.
    fn languages(&self) -> Vec<&str> {
        let dialects = self.files.iter().filter_map(|record| record.dialect.as_ref());
        let mut names: Vec<&str> =
            self.files.iter().map(|record| &record.language).chain(dialects).map(Language::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn write_file(writer: &mut ByteWriter, record: &FileRecord, languages: &HashMap<&str, u64>) {
    writer.number(record.id.0.into());
    writer.text(record.path.as_str());
    write_stamp(writer, &record.stamp);
    writer.0.extend_from_slice(&record.hash);
    writer.number(languages[record.language.as_str()]);
    writer.number(record.dialect.as_ref().map_or(0, |dialect| languages[dialect.as_str()]));
    writer.number(record.content_type as u64);
    writer.number(record.health.status as u64);
    for count in [record.health.n_errors, record.n_lines, record.n_chunks, record.n_symbols] {
        writer.number(count.into());
    }
    writer.number(record.embedded.into());
    for count in record.n_words {
        writer.number(count.into());
    }
}

fn read_file(reader: &mut ByteReader<'_>, languages: &[Language]) -> Option<FileRecord> {
    let id = FileId(reader.small()?);
    let path = RepoPath::new(reader.text()?);
    let stamp = read_stamp(reader)?;
    let hash = reader.take(32)?.try_into().ok()?;
    let language = languages.get((reader.number()? as usize).checked_sub(1)?)?.clone();
    let dialect = match reader.number()? {
        0 => None,
        number => Some(languages.get(number as usize - 1)?.clone()),
    };
    let content_type = *ContentType::ALL.get(reader.number()? as usize)?;
    let status = *ParseStatus::ALL.get(reader.number()? as usize)?;
    let health = Health { status, n_errors: reader.small()? };
    let (n_lines, n_chunks, n_symbols) = (reader.small()?, reader.small()?, reader.small()?);
    let embedded = reader.number()? == 1;
    let mut n_words = FieldLengths::default();
    for count in &mut n_words {
        *count = reader.small()?;
    }
    Some(FileRecord {
        id,
        path,
        stamp,
        hash,
        language,
        dialect,
        content_type,
        health,
        n_lines,
        n_chunks,
        n_symbols,
        embedded,
        n_words,
    })
}

fn write_stamp(writer: &mut ByteWriter, stamp: &FileStamp) {
    for number in [stamp.size, stamp.modified, stamp.changed, stamp.inode] {
        writer.number(number);
    }
}

fn read_stamp(reader: &mut ByteReader<'_>) -> Option<FileStamp> {
    Some(FileStamp {
        size: reader.number()?,
        modified: reader.number()?,
        changed: reader.number()?,
        inode: reader.number()?,
    })
}
