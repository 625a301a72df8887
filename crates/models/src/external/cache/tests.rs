//! What a cache keeps, what it survives, and what it lets go.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;

use expect_test::expect;
use fs_err::OpenOptions;
use tempfile::TempDir;

use super::{Key, VectorCache, key_of};
use crate::embedder::Identity;
use crate::external::access::CachePlace;

const DIMENSION: usize = 3;
const NONE: [usize; 0] = [];
/// Key, three numbers, checksum.
const RECORD_BYTES: u64 = 32 + 12 + 8;

fn identity(name: &str) -> Identity {
    Identity { name: name.to_owned(), revision: "1".to_owned(), dimension: DIMENSION }
}

fn cache_of(folder: &Path, name: &str) -> VectorCache {
    let place = CachePlace { folder: folder.to_owned(), max_bytes: CachePlace::DEFAULT_MAX_BYTES };
    VectorCache::new(&place, &identity(name))
}

/// The vector of a number, exact in every bit.
fn vector(n: usize) -> Vec<f32> {
    vec![n as f32 + 0.1, -(n as f32) / 3.0, f32::MIN_POSITIVE]
}

fn key(n: usize) -> Key {
    key_of(&n.to_string())
}

fn put(cache: &VectorCache, numbers: std::ops::Range<usize>) {
    let vectors: Vec<(Key, Vec<f32>)> = numbers.map(|n| (key(n), vector(n))).collect();
    let records: Vec<(Key, &[f32])> = vectors.iter().map(|(key, vector)| (*key, vector.as_slice())).collect();
    cache.put(&records);
}

fn known(cache: &VectorCache, numbers: std::ops::Range<usize>) -> Vec<usize> {
    numbers.filter(|n| cache.get(&key(*n)).inspect(|found| assert_eq!(*found, vector(*n))).is_some()).collect()
}

fn vectors_file(folder: &Path) -> PathBuf {
    let entries = fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "vectors")).unwrap()
}

#[test]
fn what_is_put_is_there_for_the_next_process_and_for_this_one() {
    let folder = TempDir::new().unwrap();
    let cache = cache_of(folder.path(), "ollama/a");
    assert_eq!(known(&cache, 0..4), NONE);
    put(&cache, 0..2);
    put(&cache, 2..3);
    assert_eq!(known(&cache, 0..4), [0, 1, 2]);
    assert_eq!(known(&cache_of(folder.path(), "ollama/a"), 0..4), [0, 1, 2]);
    assert_eq!(cache.take_notices(), Vec::<String>::new());
}

#[test]
fn models_do_not_see_each_others_vectors() {
    let folder = TempDir::new().unwrap();
    put(&cache_of(folder.path(), "ollama/a"), 0..2);
    assert_eq!(known(&cache_of(folder.path(), "ollama/b"), 0..2), NONE);
}

#[test]
fn a_torn_tail_is_dropped_and_the_rest_kept() {
    let folder = TempDir::new().unwrap();
    put(&cache_of(folder.path(), "m"), 0..3);
    let path = vectors_file(folder.path());
    let whole = fs_err::metadata(&path).unwrap().len();
    for torn in 1..RECORD_BYTES {
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(whole - torn).unwrap();
        let cache = cache_of(folder.path(), "m");
        assert_eq!(known(&cache, 0..3), [0, 1]);
        put(&cache, 2..3);
        assert_eq!(known(&cache_of(folder.path(), "m"), 0..3), [0, 1, 2]);
        assert_eq!(fs_err::metadata(&path).unwrap().len(), whole);
    }
}

#[test]
fn a_damaged_record_is_missing_and_can_be_put_again() {
    let folder = TempDir::new().unwrap();
    put(&cache_of(folder.path(), "m"), 0..3);
    let path = vectors_file(folder.path());
    let mut bytes = fs_err::read(&path).unwrap();
    let middle = bytes.len() - RECORD_BYTES as usize - 20;
    bytes[middle] ^= 1;
    fs_err::write(&path, bytes).unwrap();
    let cache = cache_of(folder.path(), "m");
    assert_eq!(known(&cache, 0..3), [0, 2]);
    put(&cache, 1..2);
    assert_eq!(known(&cache, 0..3), [0, 1, 2]);
    assert_eq!(known(&cache_of(folder.path(), "m"), 0..3), [0, 1, 2]);
}

#[test]
fn a_file_that_is_something_else_is_begun_anew() {
    for content in ["", "short", &"x".repeat(5000)] {
        let folder = TempDir::new().unwrap();
        put(&cache_of(folder.path(), "m"), 0..1);
        fs_err::write(vectors_file(folder.path()), content).unwrap();
        let cache = cache_of(folder.path(), "m");
        assert_eq!(known(&cache, 0..2), NONE);
        put(&cache, 0..2);
        assert_eq!(known(&cache, 0..2), [0, 1]);
        assert_eq!(known(&cache_of(folder.path(), "m"), 0..2), [0, 1]);
    }
}

#[test]
fn over_its_limit_the_oldest_vectors_go() {
    let folder = TempDir::new().unwrap();
    let place = CachePlace { folder: folder.path().to_owned(), max_bytes: 20 * RECORD_BYTES };
    let cache = VectorCache::new(&place, &identity("m"));
    let other = VectorCache::new(&place, &identity("m"));
    put(&other, 0..5);
    for n in 5..100 {
        put(&cache, n..n + 1);
        assert!(fs_err::metadata(vectors_file(folder.path())).unwrap().len() <= place.max_bytes);
    }
    let kept = known(&cache, 0..100);
    assert_eq!(kept, (100 - kept.len()..100).collect::<Vec<_>>());
    assert!((13..=20).contains(&kept.len()), "{kept:?}");
    // Who had the old file open reads on in it, and goes over to the new one when it writes.
    assert_eq!(known(&other, 0..5), [0, 1, 2, 3, 4]);
    put(&other, 100..101);
    assert_eq!(known(&other, 0..5), NONE);
    assert_eq!(known(&other, 90..101), (90..101).collect::<Vec<_>>());
}

#[test]
fn many_writers_lose_nothing() {
    let folder = TempDir::new().unwrap();
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                let cache = cache_of(folder, "m");
                for n in 0..25 {
                    put(&cache, writer * 25 + n..writer * 25 + n + 1);
                }
            });
        }
    });
    assert_eq!(known(&cache_of(folder.path(), "m"), 0..100), (0..100).collect::<Vec<_>>());
}

#[test]
fn a_cache_that_cannot_be_written_is_a_notice_told_once() {
    let folder = TempDir::new().unwrap();
    let blocked = folder.path().join("a file");
    fs_err::File::create(&blocked).unwrap().write_all(b"not a folder").unwrap();
    let cache = cache_of(&blocked, "m");
    put(&cache, 0..1);
    put(&cache, 1..2);
    assert_eq!(known(&cache, 0..2), NONE);
    let notices = cache.take_notices();
    let told = notices.join("\n").replace(&folder.path().display().to_string(), "<folder>");
    // The system's own words differ from one to the next.
    expect!["vectors are not kept in <folder>/a file for the next time: "]
        .assert_eq(told.split_inclusive("time: ").next().unwrap_or_default());
    assert_eq!(notices.len(), 1);
}
