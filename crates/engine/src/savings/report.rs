//! Notes -> sums. Whole files are counted now, each once, by the exact tokenizer.
//!
//! A file that changed since is scaled by its size, one that is gone counts like the average. What was returned counts
//! as its bytes at the rate of the files it came from and a little more, unless its tokens were counted when it was made.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::{Note, notes};
use crate::tokens::Tokenizer;

/// Bytes of a token where no file is left to tell.
const BYTES_PER_TOKEN: u64 = 4;

/// What a byte of an answer counts, that of a file being 100: paths and line numbers take more tokens than code. 116, the
/// most that was measured: the text of `search` in 14 questions on three repositories (its JSON has 111, a context 105).
/// On two others, kept for confirmation, it is 1 to 20 % too much: the estimate errs against Quarry.
const ANSWER_PERCENT: u64 = 116;

/// What the answers of a time saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Savings {
    /// Per kind of call, by name.
    pub calls: Vec<CallSavings>,
    /// Of all of them.
    pub total: CallSavings,
    /// When the first of them was given, in seconds since 1970.
    pub first: Option<u64>,
    /// Files that were counted as they are now.
    pub n_counted_files: usize,
    /// Files that are gone and were estimated.
    pub n_missing_files: usize,
}

/// What the answers of one kind saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSavings {
    /// As `mcp search`.
    pub kind: String,
    /// How many answers there were.
    pub n_calls: u64,
    /// Their tokens.
    pub returned_tokens: u64,
    /// The tokens of the whole files that they showed code of, each file once per answer.
    pub file_tokens: u64,
}

impl CallSavings {
    fn add(&mut self, returned_tokens: u64, file_tokens: u64) {
        self.n_calls += 1;
        self.returned_tokens += returned_tokens;
        self.file_tokens += file_tokens;
    }
}

/// Tokens and bytes of a text, or of several.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    n_tokens: u64,
    n_bytes: u64,
}

impl Size {
    /// The tokens of so many bytes of the like.
    fn tokens_of(self, n_bytes: u64) -> u64 {
        match self.n_bytes {
            0 => n_bytes / BYTES_PER_TOKEN,
            all => (u128::from(n_bytes) * u128::from(self.n_tokens) / u128::from(all)) as u64,
        }
    }

    fn plus(self, other: Size) -> Size {
        Size { n_tokens: self.n_tokens + other.n_tokens, n_bytes: self.n_bytes + other.n_bytes }
    }
}

/// Sums up the answers given since a time (in seconds since 1970), of one repository or of all.
pub fn savings(home: &Path, since: u64, root: Option<&Path>) -> io::Result<Savings> {
    let is_meant = |note: &Note| note.at >= since && root.is_none_or(|root| note.root == root);
    let notes: Vec<Note> = notes(home)?.into_iter().filter(is_meant).collect();
    let mut files: BTreeMap<PathBuf, Option<Size>> = BTreeMap::new();
    for path in notes.iter().flat_map(|note| note.files.iter().map(|(path, _)| note.root.join(path))) {
        files.entry(path).or_insert_with_key(|path| counted(path));
    }
    let average = files.values().flatten().fold(Size::default(), |sum, size| sum.plus(*size));
    let mut kinds: BTreeMap<&str, CallSavings> = BTreeMap::new();
    let mut total = CallSavings::default();
    for note in &notes {
        let (returned, whole) = tokens(note, &files, average);
        let kind = kinds.entry(note.kind.as_str()).or_default();
        kind.add(returned, whole);
        total.add(returned, whole);
    }
    let named = |(kind, sums): (&str, CallSavings)| CallSavings { kind: kind.to_owned(), ..sums };
    Ok(Savings {
        calls: kinds.into_iter().map(named).collect(),
        total,
        first: notes.iter().map(|note| note.at).min(),
        n_counted_files: files.values().flatten().count(),
        n_missing_files: files.values().filter(|size| size.is_none()).count(),
    })
}

/// The tokens of an answer and of the whole files it came from.
fn tokens(note: &Note, files: &BTreeMap<PathBuf, Option<Size>>, average: Size) -> (u64, u64) {
    let mut whole = 0;
    let mut seen = Size::default();
    for (path, n_bytes) in &note.files {
        let size = files.get(&note.root.join(path)).copied().flatten().filter(|size| size.n_bytes > 0);
        seen = seen.plus(size.unwrap_or_default());
        whole += size.unwrap_or(average).tokens_of(*n_bytes);
    }
    let rate = if seen.n_bytes > 0 { seen } else { average };
    (note.n_tokens.unwrap_or_else(|| rate.tokens_of(note.n_bytes) * ANSWER_PERCENT / 100), whole)
}

/// A file as it is now; `None` if it is gone.
fn counted(path: &Path) -> Option<Size> {
    let bytes = fs_err::read(path).ok()?;
    let n_tokens = Tokenizer::O200k.count(&String::from_utf8_lossy(&bytes)) as u64;
    Some(Size { n_tokens, n_bytes: bytes.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::{ANSWER_PERCENT, savings};
    use crate::savings::{AnsweredCall, SavingsLog};
    use crate::tokens::Tokenizer;

    #[test]
    fn answers_are_weighed_against_the_files_they_came_from() {
        let dir = tempfile::tempdir().unwrap();
        let (home, root) = (dir.path().join("home"), dir.path().join("shop"));
        fs_err::create_dir_all(&home).unwrap();
        fs_err::create_dir_all(&root).unwrap();
        let text = "fn check_password(given: &str) -> bool {\n    given == secret()\n}\n".repeat(20);
        fs_err::write(root.join("a.rs"), &text).unwrap();
        fs_err::write(root.join("gone.rs"), &text).unwrap();
        let log = SavingsLog { home: home.clone(), root: root.clone() };
        let call = AnsweredCall {
            kind: "cli search",
            n_bytes: text.len() / 10,
            n_tokens: None,
            paths: vec!["a.rs"],
            index: None,
        };
        log.note(&AnsweredCall { paths: vec!["a.rs", "a.rs"], ..call.clone() });
        log.note(&AnsweredCall {
            kind: "mcp context",
            n_tokens: Some(7),
            paths: vec!["a.rs", "gone.rs"],
            ..call.clone()
        });
        log.note(&AnsweredCall { paths: Vec::new(), ..call.clone() });
        fs_err::remove_file(root.join("gone.rs")).unwrap();

        let whole = Tokenizer::O200k.count(&text) as u64;
        let found = savings(&home, 0, Some(&root)).unwrap();
        let rows: Vec<_> = found
            .calls
            .iter()
            .map(|row| (row.kind.as_str(), row.n_calls, row.returned_tokens, row.file_tokens))
            .collect();
        assert_eq!(
            rows,
            [("cli search", 1, whole / 10 * ANSWER_PERCENT / 100, whole), ("mcp context", 1, 7, 2 * whole)]
        );
        assert_eq!((found.total.n_calls, found.total.file_tokens), (2, 3 * whole), "without code nothing is noted");
        assert_eq!((found.n_counted_files, found.n_missing_files), (1, 1));
        assert_eq!(savings(&home, 0, Some(&home)).unwrap().total.n_calls, 0, "of another repository");
        assert_eq!(savings(&home, u64::MAX, None).unwrap().total.n_calls, 0, "of a time to come");
    }

    #[test]
    fn a_home_that_cannot_be_written_stops_nobody() {
        let dir = tempfile::tempdir().unwrap();
        fs_err::write(dir.path().join("a.rs"), "fn a() {}\n").unwrap();
        let log = SavingsLog { home: dir.path().join("nowhere"), root: dir.path().to_owned() };
        log.note(&AnsweredCall { kind: "cli search", n_bytes: 1, n_tokens: None, paths: vec!["a.rs"], index: None });
        assert_eq!(savings(&dir.path().join("nowhere"), 0, None).unwrap().total.n_calls, 0);
    }
}
