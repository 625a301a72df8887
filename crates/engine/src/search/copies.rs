//! Near-identical chunks: vendored files, generated twins, a function pasted into every example. Shown once, with a count.

/// Texts whose words are at least this alike (shared / all) are copies.
const LIKENESS: f32 = 0.9;
/// Shorter texts are alike by chance.
const MIN_WORDS: usize = 12;

/// Which bytes stand between words. Those of letters outside of ASCII do not, nor do those of signs there: both texts are cut
/// alike.
const IS_BETWEEN: [bool; 256] = {
    let mut is_between = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        is_between[byte] = !(byte as u8).is_ascii_alphanumeric() && byte as u8 != b'_';
        byte += 1;
    }
    is_between
};

/// The names and words of a text, as numbers in order, each once.
pub(super) struct Fingerprint(Vec<u32>);

impl Fingerprint {
    pub(super) fn of(text: &str) -> Fingerprint {
        let words = text.as_bytes().split(|byte| IS_BETWEEN[usize::from(*byte)]);
        let mut words: Vec<u32> = words.filter(|word| !word.is_empty()).map(number).collect();
        words.sort_unstable();
        words.dedup();
        Fingerprint(words)
    }

    pub(super) fn is_copy_of(&self, other: &Fingerprint) -> bool {
        let (few, many) = if self.0.len() < other.0.len() { (&self.0, &other.0) } else { (&other.0, &self.0) };
        if few.len() < MIN_WORDS || (few.len() as f32) < LIKENESS * many.len() as f32 {
            return false;
        }
        let n_shared = few.iter().filter(|word| many.binary_search(word).is_ok()).count();
        n_shared as f32 >= LIKENESS * (few.len() + many.len() - n_shared) as f32
    }
}

/// A number for a word, eight letters at a time: every hit's words are numbered in every answer, and kept nowhere.
fn number(word: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = |state: u64, letters: u64| {
        let product = u128::from(state ^ letters) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let (eights, rest) = word.as_chunks::<8>();
    let state = eights.iter().fold(word.len() as u64, |state, letters| mixed(state, u64::from_le_bytes(*letters)));
    let last = rest.iter().fold(0, |last, letter| last << 8 | u64::from(*letter));
    mixed(mixed(state, last), FACTOR) as u32
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, number};

    #[test]
    fn a_copy_with_another_name_is_a_copy_and_other_code_is_not() {
        let code = "fn open(path: &Path, mode: Mode) -> Result<File> { let file = File::open(path)?; lock(&file, mode)?; \
                    check_header(&file)?; read_footer(&file)?; verify_sum(&file)?; map_pages(&file, Access::Random)?; \
                    remember(path, owner, permissions, generation)?; announce_opened(&file); Ok(file) }";
        let renamed = code.replace("owner", "holder");
        let of = Fingerprint::of;
        assert!(of(code).is_copy_of(&of(&renamed)));
        assert!(!of(code).is_copy_of(&of("fn close(file: File) { drop(file) }")));
        assert!(!of("x = 1").is_copy_of(&of("x = 1")));
    }

    #[test]
    fn words_have_numbers_of_their_own() {
        let mut numbers: Vec<u32> = (0..20_000).map(|word| number(format!("{word}").as_bytes())).collect();
        numbers.extend((0..20_000).map(|word| number(format!("prefix_of_many_{word}_names").as_bytes())));
        numbers.sort_unstable();
        numbers.dedup();
        // By chance one of five such sets has a pair of the same number.
        assert!(numbers.len() > 39_990, "{}", numbers.len());
        assert_ne!(number(b"ab"), number(b"ba"));
        assert_ne!(number(b"a"), number(b"a\0"));
    }
}
