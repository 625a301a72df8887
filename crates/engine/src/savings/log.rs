//! The notes on disk: a line each, appended by all processes, in two files of bounded size.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use fs_err::{File, OpenOptions};

use super::{AnsweredCall, Note};

/// The first word of every line. Lines of another version are not read.
const VERSION: &str = "quarry-savings-1";
const FILE: &str = "savings.log";
/// What the file becomes when it is full; the one before goes.
const OLD_FILE: &str = "savings.old.log";
/// A full file: some 20,000 answers.
const MAX_BYTES: u64 = 4_000_000;
/// How long the file stays open: a server notes thousands of answers a second, and whether the file is full, or was put aside
/// by another process, need not be asked for each.
const KEPT_OPEN: Duration = Duration::from_secs(1);
/// Files noted of one answer: more than any answer shows.
const MAX_FILES: usize = 100;

/// An answer as a line of fields with tabs between them.
pub(super) fn line(call: &AnsweredCall<'_>, root: &Path, files: &[(&str, u64)]) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let tokens = call.n_tokens.map_or_else(|| "-".to_owned(), |n_tokens| n_tokens.to_string());
    let mut line = format!("{VERSION}\t{now}\t{}\t{}\t{tokens}\t{}", call.kind, call.n_bytes, root.display());
    let is_plain = |(path, _): &&(&str, u64)| !path.contains(char::is_control);
    for (path, size) in files.iter().filter(is_plain).take(MAX_FILES) {
        // Writing to a String cannot fail.
        let _ = write!(line, "\t{path}\t{size}");
    }
    line.push('\n');
    line
}

/// The file that this process appended to last.
static OPEN: Mutex<Option<Open>> = Mutex::new(None);

struct Open {
    home: PathBuf,
    file: File,
    since: Instant,
}

/// Appends a line in one piece, so that lines of several processes do not mix.
pub(super) fn append(home: &Path, line: &str) -> io::Result<()> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let open = match open.take().filter(|open| open.home == home && open.since.elapsed() < KEPT_OPEN) {
        Some(kept) => open.insert(kept),
        None => open.insert(Open { home: home.to_owned(), file: opened(home)?, since: Instant::now() }),
    };
    open.file.write_all(line.as_bytes())
}

/// The file that has room for more.
fn opened(home: &Path) -> io::Result<File> {
    let path = home.join(FILE);
    let open = || OpenOptions::new().append(true).create(true).open(&path);
    let file = open()?;
    if file.metadata()?.len() <= MAX_BYTES {
        return Ok(file);
    }
    fs_err::rename(&path, home.join(OLD_FILE))?;
    open()
}

pub(super) fn read(home: &Path) -> io::Result<Vec<Note>> {
    let mut notes = Vec::new();
    for name in [OLD_FILE, FILE] {
        let bytes = match fs_err::read(home.join(name)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        // A line that is not whole, or not ours, is one answer less.
        notes.extend(String::from_utf8_lossy(&bytes).lines().filter_map(note));
    }
    Ok(notes)
}

fn note(line: &str) -> Option<Note> {
    let mut fields = line.split('\t');
    if fields.next()? != VERSION {
        return None;
    }
    let at = fields.next()?.parse().ok()?;
    let kind = fields.next()?.to_owned();
    let n_bytes = fields.next()?.parse().ok()?;
    let n_tokens = fields.next()?.parse().ok();
    let root = PathBuf::from(fields.next()?);
    let mut files = Vec::new();
    while let Some(path) = fields.next() {
        files.push((path.to_owned(), fields.next()?.parse().ok()?));
    }
    Some(Note { at, kind, n_bytes, n_tokens, root, files })
}

#[cfg(test)]
mod tests {
    use super::{AnsweredCall, FILE, MAX_BYTES, append, line, note, read};
    use std::path::Path;

    #[test]
    fn a_line_is_read_back_and_half_a_line_is_not() {
        let call =
            AnsweredCall { kind: "cli search", n_bytes: 120, n_tokens: Some(30), paths: Vec::new(), index: None };
        let written = line(&call, Path::new("/src/shop"), &[("src/a b.rs", 10), ("with\ttab", 3), ("č.py", 20)]);
        let read = note(written.trim_end()).unwrap();
        assert_eq!((read.kind.as_str(), read.n_bytes, read.n_tokens), ("cli search", 120, Some(30)));
        assert_eq!(read.files, [("src/a b.rs".to_owned(), 10), ("č.py".to_owned(), 20)]);
        assert_eq!(note("quarry-savings-1\t12\tcli search\t120\t-\t/src/shop\tsrc/a.rs"), None);
        assert_eq!(note("quarry-savings-2\t12\tcli search\t120\t-\t/src/shop"), None);
    }

    #[test]
    fn a_full_file_is_put_aside_and_both_are_read() {
        let home = tempfile::tempdir().unwrap();
        let call = AnsweredCall { kind: "cli search", n_bytes: 1, n_tokens: None, paths: Vec::new(), index: None };
        let written = line(&call, Path::new("/src"), &[("a", 1)]);
        fs_err::write(home.path().join(FILE), written.repeat(MAX_BYTES as usize / written.len() + 1)).unwrap();
        let n_before = read(home.path()).unwrap().len();
        append(home.path(), &written).unwrap();
        append(home.path(), &written).unwrap();
        assert_eq!(read(home.path()).unwrap().len(), n_before + 2);
        assert_eq!(fs_err::read_to_string(home.path().join(FILE)).unwrap(), written.repeat(2));
    }
}
