//! Tests are named after what they test: `test_cart.py`, `cart_test.go`, `CartTest.java`, `cart.spec.ts`.

use quarry_source::{Confidence, EdgeKind};
use quarry_store::{FileId, FileRecord, StoredEdge, WHOLE_FILE, name_hash};

use super::Resolver;

/// What a test's name begins or ends with, besides what it tests.
const MARKS_BEFORE: [&str; 3] = ["test_", "Test", "spec_"];
const MARKS_BEHIND: [&str; 10] =
    ["_test", "_spec", "_tests", "Tests", "Test", "Spec", "TestCase", "Specs", "-test", "-spec"];

/// The stem of the file that a test is named after; `None` if it is not named as a test.
pub(crate) fn tested_stem(record: &FileRecord) -> Option<&str> {
    let name = record.path.name_without_ending();
    if let Some(tested) = name.strip_suffix(".test").or_else(|| name.strip_suffix(".spec")) {
        return Some(tested);
    }
    let stem = record.path.stem();
    let before = MARKS_BEFORE.iter().find_map(|mark| stem.strip_prefix(mark));
    let behind = || MARKS_BEHIND.iter().find_map(|mark| stem.strip_suffix(mark));
    before.or_else(behind).filter(|stem| !stem.is_empty())
}

impl Resolver<'_> {
    /// The edge from a test to the file it is named after, which must be the only one of that name near it.
    pub(super) fn test_edge(&self, record: &FileRecord, edges: &[StoredEdge]) -> Option<StoredEdge> {
        let stem = tested_stem(record)?;
        let family = |file: FileId| self.family(file);
        let is_tested = |file: &FileId| *file != record.id && family(*file) == family(record.id);
        let named = self.tree.files_called(stem).iter().copied().filter(is_tested);
        let used: Vec<FileId> = edges.iter().map(|edge| edge.file).collect();
        let (used, others): (Vec<FileId>, Vec<FileId>) = named.partition(|file| used.contains(file));
        let candidates = if used.is_empty() { others } else { used.clone() };
        let nearest = self.tree.nearest(candidates.into_iter(), record.path.as_str());
        let [file] = nearest[..] else { return None };
        Some(StoredEdge {
            line: 1,
            kind: EdgeKind::Tests,
            name: name_hash(stem),
            file,
            key: 0,
            from: WHOLE_FILE,
            confidence: if used.is_empty() { Confidence::UniqueName } else { Confidence::Import },
            n_candidates: 1,
        })
    }
}
