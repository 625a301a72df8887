//! What holds for every text in every language: the promises of `Parsed`, on broken, random and nested input.
//!
//! A text is a sample of some language after a few random edits, a soup of tokens, or both in one. A failure prints
//! the smallest text found; it becomes a case of `hostile.rs`.

use std::sync::LazyLock;

use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::Config;
use proptest::{collection, prop_assert_eq, proptest, sample};
use quarry_parse::{ChunkSize, Languages, parse};
use quarry_source::{Parsed, RepoPath};

#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/samples.rs"]
mod samples;

static LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::default);
static SAMPLES: LazyLock<Vec<(String, String)>> = LazyLock::new(samples::all);

/// Pieces that open, close, quote or comment in some language, and letters that take more than one byte.
const TOKENS: [&str; 64] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "</a>",
    "<a>",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "//",
    "/*",
    "*/",
    "#",
    "# ",
    "##",
    "--",
    "%",
    ";",
    ":",
    ",",
    ".",
    "=",
    "=>",
    "->",
    "|",
    "&",
    "$",
    "@",
    "\\",
    "?",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "    ",
    "\t",
    "a",
    "b1",
    "fn ",
    "def ",
    "class ",
    "end",
    "if ",
    "module ",
    "import ",
    "return",
    "function ",
    "- ",
    "> ",
    "žluť",
    "漢字",
    "🦀",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "\u{a0}",
    "\u{85}",
    "1.5e3",
];

/// One change to a text; places are shares of its length, moved to the letter they fall on.
#[derive(Clone, Debug)]
enum Edit {
    Cut { at: sample::Index },
    Remove { from: sample::Index, n_bytes: usize },
    Insert { at: sample::Index, what: String },
    Repeat { from: sample::Index, n_bytes: usize, times: usize },
    WindowsLineEnds,
    OneLine,
}

impl Edit {
    fn apply(&self, text: &mut String) {
        let place = |text: &str, at: &sample::Index| text.floor_char_boundary(at.index(text.len() + 1));
        let stretch = |text: &str, from: &sample::Index, n_bytes: usize| {
            let start = place(text, from);
            start..text.ceil_char_boundary(start + n_bytes)
        };
        match self {
            Edit::Cut { at } => text.truncate(place(text, at)),
            Edit::Remove { from, n_bytes } => text.replace_range(stretch(text, from, *n_bytes), ""),
            Edit::Insert { at, what } => text.insert_str(place(text, at), what),
            Edit::Repeat { from, n_bytes, times } => {
                let range = stretch(text, from, *n_bytes);
                let repeated = text[range.clone()].repeat(*times);
                text.insert_str(range.end, &repeated);
            }
            Edit::WindowsLineEnds => *text = text.replace('\n', "\r\n"),
            Edit::OneLine => *text = text.replace('\n', " "),
        }
    }
}

fn soup() -> impl Strategy<Value = String> {
    collection::vec(sample::select(&TOKENS[..]), 0..60).prop_map(|tokens| tokens.concat())
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<sample::Index>;
    prop_oneof![
        2 => at().prop_map(|at| Edit::Cut { at }),
        3 => (at(), 1..80usize).prop_map(|(from, n_bytes)| Edit::Remove { from, n_bytes }),
        4 => (at(), soup()).prop_map(|(at, what)| Edit::Insert { at, what }),
        1 => (at(), any::<String>()).prop_map(|(at, what)| Edit::Insert { at, what }),
        2 => (at(), 1..200usize, 1..20usize).prop_map(|(from, n_bytes, times)| Edit::Repeat { from, n_bytes, times }),
        1 => Just(Edit::WindowsLineEnds),
        1 => Just(Edit::OneLine),
    ]
}

/// The path of a sample, which tells the language, and its text after a few edits.
fn edited_sample() -> impl Strategy<Value = (&'static str, String)> {
    (sample::select(&SAMPLES[..]), collection::vec(edit(), 0..6)).prop_map(|((path, mut text), edits)| {
        edits.iter().for_each(|edit| edit.apply(&mut text));
        (&*path.leak(), text)
    })
}

fn soup_for_any_language() -> impl Strategy<Value = (&'static str, String)> {
    let text = prop_oneof![3 => soup(), 1 => any::<String>()];
    (sample::select(&SAMPLES[..]), text).prop_map(|((path, _), text)| (&*path.leak(), text))
}

fn chunk_size() -> impl Strategy<Value = ChunkSize> {
    let max_bytes = prop_oneof![Just(1), Just(7), Just(64), Just(300), Just(1000), 1..2000usize];
    let overlap_bytes = prop_oneof![3 => Just(0), 1 => 1..400usize];
    (max_bytes, overlap_bytes).prop_map(|(max_bytes, overlap_bytes)| ChunkSize { max_bytes, overlap_bytes })
}

fn parsed(path: &str, text: &str, size: ChunkSize) -> Parsed {
    parse(&LANGUAGES, &RepoPath::new(path), text, size)
}

#[track_caller]
fn keeps_its_promises(path: &str, text: &str, size: ChunkSize) -> Result<(), String> {
    let plain = ChunkSize { overlap_bytes: 0, ..size };
    let first = parsed(path, text, plain);
    invariants::check(text, &first, plain)?;
    if size.overlap_bytes > 0 {
        let overlapping = parsed(path, text, size);
        invariants::check(text, &overlapping, size)?;
        invariants::check_overlap(&first, &overlapping, size.overlap_bytes)?;
    }
    Ok(())
}

/// Failures are not written to a file: the smallest one is printed and becomes a test of its own.
fn config(cases: u32) -> Config {
    Config { cases, failure_persistence: None, max_shrink_iters: 4096, ..Config::default() }
}

#[test]
fn every_sample_keeps_its_promises_at_every_size() {
    for (path, text) in SAMPLES.iter() {
        for (max_bytes, overlap_bytes) in [(1, 0), (40, 0), (40, 30), (300, 100), (1000, 0)] {
            let size = ChunkSize { max_bytes, overlap_bytes };
            assert_eq!(keeps_its_promises(path, text, size), Ok(()), "{path} with {size:?}");
        }
    }
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn edited_code_keeps_its_promises((path, text) in edited_sample(), size in chunk_size()) {
        prop_assert_eq!(keeps_its_promises(path, &text, size), Ok(()), "{}: {:?}", path, text);
    }

    #[test]
    fn any_text_keeps_its_promises((path, text) in soup_for_any_language(), size in chunk_size()) {
        prop_assert_eq!(keeps_its_promises(path, &text, size), Ok(()), "{}: {:?}", path, text);
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// A parser keeps its stacks from file to file: what it parsed before must not show.
    #[test]
    fn the_same_text_gives_the_same_answer((path, text) in edited_sample(), (other, soup) in soup_for_any_language()) {
        let size = ChunkSize::default();
        let first = parsed(path, &text, size);
        parsed(other, &soup, size);
        prop_assert_eq!(parsed(path, &text, size), first);
    }
}
